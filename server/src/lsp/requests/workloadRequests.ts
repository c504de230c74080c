/** The custom requests about workloads: which there are in a file, and the edits that run one in a sandbox. What a client sends may be anything. */
import * as l10n from '@vscode/l10n';
import type { ServerContext, Feature } from '../context.ts';
import { aboutOf } from '#server/engine/workspace/fieldContext.ts';
import { sandboxWorkloadRequest, workloadsRequest, type SandboxWorkload, type Workloads } from '#server/protocol/protocol.ts';
import { loadRules } from '../checker.ts';

const feature: Feature = {
  register(context) {
    context.connection.onRequest(workloadsRequest, (sent: unknown) => list(context, fieldsOf(sent)));
    context.connection.onRequest(sandboxWorkloadRequest, (sent: unknown) => sandbox(context, fieldsOf(sent)));
  },
};
export default feature;

async function list({ files, settings, cluster, workspace }: ServerContext, { uri }: Sent): Promise<Workloads> {
  const { workloadsIn } = await loadRules();
  const { release } = await settings.for(uri);
  const file = files.get(uri);
  const found = file?.language === 'yaml' ? workloadsIn(file.documents) : [];
  const { runtimeClasses, allowedInstanceTypes: allowed } = cluster.value ?? {};
  const [first] = found;
  const suggested = first === undefined ? undefined : aboutOf(first.manifest, release, workspace.facts()).instanceTypes;
  return {
    release: release.id,
    workloads: found.map(({ span, workload }) => ({
      ...workload,
      range: { start: file?.text.positionAt(span.start) ?? zero, end: file?.text.positionAt(span.end) ?? zero },
    })),
    ...(runtimeClasses === undefined ? {} : { runtimeClasses }),
    ...(allowed === undefined
      ? {}
      : { allowedInstanceTypes: { types: allowed.types, ...(allowed.default === undefined ? {} : { default: allowed.default }) } }),
    ...(suggested === undefined ? {} : { suggestedInstanceTypes: suggested }),
  };
}

async function sandbox({ files }: ServerContext, { uri, ...sent }: Sent): Promise<SandboxWorkload> {
  const { sandboxEdits } = await loadRules();
  const { document, object, runtimeClass, annotations } = sent;
  const file = files.get(uri);
  if (file?.language !== 'yaml') return { edits: [], problem: l10n.t`Open the YAML file of the workload first.` };
  if (typeof document !== 'number' || typeof object !== 'number' || typeof runtimeClass !== 'string' || !isName(runtimeClass)) {
    return { edits: [], problem: l10n.t`It is not said what is to be changed.` };
  }
  const edits = sandboxEdits(file.documents, { document, object, runtimeClass, annotations: annotationsOf(annotations) });
  if (typeof edits === 'string') return { edits: [], problem: edits };
  return { edits: edits.map(({ start, end, text }) => ({ range: { start: file.text.positionAt(start), end: file.text.positionAt(end) }, newText: text })) };
}

const zero = { line: 0, character: 0 };

type Sent = { readonly uri: string } & Partial<Readonly<Record<'document' | 'object' | 'runtimeClass' | 'annotations', unknown>>>;

function fieldsOf(sent: unknown): Sent {
  const fields: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  return { ...fields, uri: typeof fields['uri'] === 'string' ? fields['uri'] : '' };
}

/** Goes into the text as it is. */
function isName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(text);
}

/** Likewise: keys and values that need no escape. */
function annotationsOf(sent: unknown): Readonly<Record<string, string | null>> {
  const entries = typeof sent === 'object' && sent !== null ? Object.entries(sent) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | null] =>
        /^[\w./-]{1,317}$/.test(entry[0]) && (entry[1] === null || (typeof entry[1] === 'string' && /^[\w ./:-]{0,500}$/.test(entry[1]))),
    ),
  );
}
