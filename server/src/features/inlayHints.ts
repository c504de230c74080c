/** Behind the runtime class of a pod: the memory and processors it will take, or the instance type that it gets. */
import { InlayHintRefreshRequest, MarkupKind, type InlayHint } from 'vscode-languageserver';
import type { Release } from '../../../core/releases.ts';
import type { Feature, ServerContext } from '../context.ts';
import type { Manifest } from '../documents/manifest.ts';
import type { OpenFile } from '../documents/openFiles.ts';
import { withinQuota } from '../documents/quota.ts';
import { runtimeClassOf } from '../rules/pods/pod.ts';
import { Slice } from '../slices.ts';
import { afterTurns, turnsToCheck } from '../turns.ts';
import type { WorkspaceFacts } from '../workspace/facts.ts';
import { localSize, remoteSize, type PodSize } from './podSize.ts';
import { factsWith } from './relatedPlace.ts';
import { ToldBefore } from './toldBefore.ts';

/** Nobody reads more. */
const maxHints = 500;

const feature: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(context) {
    const { connection, client, files } = context;
    const answer = async (file: OpenFile) => {
      const hints = await hintsOf(context, file);
      return hints === undefined ? undefined : JSON.stringify(hints);
    };
    const askAnew = () => connection.sendRequest(InlayHintRefreshRequest.type);
    const told = client.workspace?.inlayHint?.refreshSupport === true ? new ToldBefore(context, { answer, askAnew }) : undefined;
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const file = files.get(textDocument.uri);
      const hints = file === undefined ? undefined : await hintsOf(context, file);
      if (file === undefined || hints === undefined) return [];
      if (files.get(file.uri) === file) told?.say(file.uri, JSON.stringify(hints));
      return hints.filter(({ position: { line } }) => line >= range.start.line && line <= range.end.line);
    });
  },
};
export default feature;

/** All hints of a file; undefined when its text changed meanwhile. */
async function hintsOf({ settings, workspace }: ServerContext, file: OpenFile): Promise<InlayHint[] | undefined> {
  const { version } = file;
  const { inlayHints, release } = await settings.for(file.uri);
  if (!inlayHints || !file.documents.some(({ document }) => document.mayBeKnown)) return [];
  // Findings come first.
  await new Promise<void>((resolve) => afterTurns(turnsToCheck, resolve));
  const known = workspace.facts();
  const facts = known === undefined ? undefined : factsWith(file, known);
  const hints: InlayHint[] = [];
  const slice = new Slice();
  for (const { document, start } of withinQuota(file.documents)) {
    for (const manifest of document.manifests) {
      const size = sizeOf(manifest, file.uri, release, facts);
      if (size === undefined || hints.length >= maxHints) continue;
      const { at, label, tooltip } = size;
      hints.push({ position: file.text.positionAt(start + at), label, paddingLeft: true, tooltip: { kind: MarkupKind.Markdown, value: tooltip } });
    }
    if (hints.length >= maxHints) break;
    if (slice.isOver) await slice.pause();
    if (file.version !== version) return undefined;
  }
  return file.version === version ? hints : undefined;
}

const localSizes = new WeakMap<Manifest, { readonly size: PodSize | undefined }>();

/** It depends on nothing but the document: found out once. */
function localSizeOf(manifest: Manifest): PodSize | undefined {
  const known = localSizes.get(manifest) ?? { size: localSize(manifest) };
  localSizes.set(manifest, known);
  return known.size;
}

function sizeOf(manifest: Manifest, uri: string, release: Release, facts: WorkspaceFacts | undefined): (PodSize & { readonly at: number }) | undefined {
  if (manifest.kind.podPath === undefined || manifest.part === 'generator') return undefined;
  const runtimeClass = runtimeClassOf(manifest);
  if (runtimeClass.state !== 'named' || runtimeClass.node.borrowed || runtimeClass.node.style === 'block') return undefined;
  const { name, node } = runtimeClass;
  const size = name === 'kata' ? localSizeOf(manifest) : name === 'kata-remote' && facts !== undefined ? remoteSize(manifest, uri, release, facts) : undefined;
  return size === undefined ? undefined : { ...size, at: node.end };
}
