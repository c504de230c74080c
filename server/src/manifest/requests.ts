/**
 * Handles the custom requests about workloads: lists the workloads in a file, and returns the edits that configure a
 * workload to run in a sandbox. Client input isn't trusted.
 */
import * as l10n from '@vscode/l10n';
import type { LanguageContext, RequestHandler } from '../engine/languageModule.ts';
import { createFieldContext } from '../engine/workspace/fieldContext.ts';
import {
  sandboxWorkloadRequest,
  workloadsRequest,
  type SandboxWorkload,
  type WorkloadsResponse,
} from '../protocol/workloads.ts';
import { readParams, readUri } from '../engine/requestParams.ts';
import { sandboxEdits } from './workloads/sandboxEdits.ts';
import { workloadsIn } from './workloads/workloadsIn.ts';

/** Request handlers. */
export const workloadRequests: Readonly<Record<string, RequestHandler>> = {
  [workloadsRequest]: list,
  [sandboxWorkloadRequest]: sandbox,
};

async function list(sent: unknown, context: LanguageContext): Promise<WorkloadsResponse> {
  const uri = readUri(sent);
  const { release } = await context.settingsFor(uri);
  const { cluster, workspace } = context;
  const file = context.fileAt(uri);
  const found = file?.language === 'yaml' ? workloadsIn(file.documents) : [];
  const { runtimeClasses, allowedInstanceTypes: allowed } = cluster ?? {};
  const [first] = found;
  const suggested =
    first === undefined ? undefined : createFieldContext(first.manifest, release, workspace).instanceTypes;
  return {
    release: release.id,
    workloads: found.map(({ span, workload }) => ({
      ...workload,
      range: { start: file?.text.positionAt(span.start) ?? zero, end: file?.text.positionAt(span.end) ?? zero },
    })),
    ...(runtimeClasses === undefined ? {} : { runtimeClasses }),
    ...(allowed === undefined
      ? {}
      : {
          allowedInstanceTypes: {
            types: allowed.types,
            ...(allowed.default === undefined ? {} : { default: allowed.default }),
          },
        }),
    ...(suggested === undefined ? {} : { suggestedInstanceTypes: suggested }),
  };
}

function sandbox(sent: unknown, { fileAt }: LanguageContext): SandboxWorkload {
  const { document, object, runtimeClass, annotations } = readParams(sent);
  const file = fileAt(readUri(sent));
  if (file?.language !== 'yaml') return { edits: [], problem: l10n.t`Open the YAML file of the workload first.` };
  if (
    typeof document !== 'number' ||
    typeof object !== 'number' ||
    typeof runtimeClass !== 'string' ||
    !isName(runtimeClass)
  ) {
    return { edits: [], problem: l10n.t`Specify a workload in the file and a valid runtime class.` };
  }
  const edits = sandboxEdits(file.documents, {
    document,
    object,
    runtimeClass,
    annotations: annotationsOf(annotations),
  });
  if (typeof edits === 'string') return { edits: [], problem: edits };
  return {
    edits: edits.map(({ start, end, text }) => ({
      range: { start: file.text.positionAt(start), end: file.text.positionAt(end) },
      newText: text,
    })),
  };
}

const zero = { line: 0, character: 0 };

/** Returns whether the name is valid. It's inserted into the file without escaping. */
function isName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(text);
}

/**
 * Returns the valid annotations. They're inserted into the file without escaping, so keys and values that need escapes
 * are omitted.
 */
function annotationsOf(sent: unknown): Readonly<Record<string, string | null>> {
  const entries = typeof sent === 'object' && sent !== null ? Object.entries(sent) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | null] =>
        /^[\w./-]{1,317}$/.test(entry[0]) &&
        (entry[1] === null || (typeof entry[1] === 'string' && /^[\w ./:-]{0,500}$/.test(entry[1]))),
    ),
  );
}
