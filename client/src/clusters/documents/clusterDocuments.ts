/** Provides read-only documents of clusters: objects as YAML, which are updated with the cluster. */
import * as l10n from '@vscode/l10n';
import { EventEmitter, Uri, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import { omitUndefined, isJsonObject, getString } from '#core/common/json.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { clusterScheme } from '#client/language/documents/schemes.ts';
import type { ClusterSession } from '../sessions/clusterSession.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { objectAtPath, objectPath } from './objectUri.ts';
import { renderObjectYaml } from './objectYaml.ts';
import { findWatchedKind } from '#client/kubernetes/read/readableKinds.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';

export interface DocumentParts {
  readonly session: (context: string) => ClusterSession | undefined;
  readonly now: () => number;
}

/** An object that is shown, as it was last read. */
interface Shown {
  readonly version: string;
  readonly yaml: string;
  /** When the cluster last said that it is so, in milliseconds since 1970. */
  at: number;
  /** Whether it is followed, as it was last looked at. */
  live: boolean;
  /** The version for which it was last read anew. */
  asked?: string;
}

export class ClusterDocuments implements TextDocumentContentProvider, Disposable {
  readonly #parts: DocumentParts;
  readonly #changed = new EventEmitter<Uri>();
  /** By uri. */
  readonly #objects = new Map<string, Shown>();
  readonly #closing: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(parts: DocumentParts) {
    this.#parts = parts;
    this.#closing = workspace.onDidCloseTextDocument(({ uri }) => void this.#objects.delete(uri.toString()));
  }

  /** Where an object is shown. */
  objectUri(context: string, object: ObjectReference): Uri {
    return Uri.from({ scheme: clusterScheme, authority: 'object', path: objectPath(context, object) });
  }

  /** The clusters of which something is read. */
  get contexts(): ReadonlySet<string> {
    return new Set([...this.#objects.keys()].flatMap((uri) => objectAtPath(Uri.parse(uri).path)?.context ?? []));
  }

  provideTextDocumentContent(uri: Uri): Promise<string> | string {
    const place = uri.authority === 'object' ? objectAtPath(uri.path) : undefined;
    return place === undefined
      ? `${l10n.t`Can't show this document. Its cluster was closed, or the Clusters view doesn't show the object. Open it again from the Clusters view.`}\n`
      : this.#object(uri, place.context, place.object);
  }

  /**
   * Something changed: what is shown is made anew where it is another version, or where it begins or ends to be
   * followed.
   */
  update(): void {
    for (const [key, shown] of this.#objects) {
      const uri = Uri.parse(key);
      const place = objectAtPath(uri.path);
      const version = place === undefined ? undefined : this.#version(place.context, place.object);
      const live = version !== undefined;
      const turned = live !== shown.live;
      shown.live = live;
      if (live && version === shown.version) shown.at = this.#parts.now();
      const isNews = live && version !== shown.version && version !== shown.asked;
      if (isNews) shown.asked = version;
      if (turned || isNews) this.#changed.fire(uri);
    }
  }

  dispose(): void {
    this.#closing.dispose();
    this.#changed.dispose();
  }

  async #object(uri: Uri, context: string, object: ObjectReference): Promise<string> {
    const key = uri.toString();
    const title = l10n.t`${object.kind} ${object.name} of ${context}`;
    const session = this.#parts.session(context);
    const before = this.#objects.get(key);
    if (session === undefined)
      return this.#stale(
        before,
        `${title}: ${l10n.t`the cluster isn't open. Open it in the Clusters view, then open this document again.`}`,
      );
    // Nobody can tell whether it is still so; and who is logged out need not ask.
    if (before !== undefined && findWatchedKind(object) !== undefined && !before.live) return this.#head(title, before);
    const answer = await session.object(object);
    const now = this.#parts.now();
    if (!answer.ok) {
      const why = answer.error.kind === 'notFound' ? l10n.t`the object no longer exists` : answer.error.message;
      return this.#stale(before, `${title}: ${sanitizeLine(why)}`);
    }
    if (!isJsonObject(answer.value)) return this.#stale(before, `${title}: ${l10n.t`the server returned no object`}`);
    const text = renderObjectYaml(answer.value, object.kind);
    if (!text.ok) return this.#stale(before, `${title}: ${text.error}`);
    const yaml = text.value;
    const version = getString(answer.value, 'metadata', 'resourceVersion') ?? '';
    const live = this.#version(context, object) !== undefined;
    const shown = { version, yaml, at: now, live, ...omitUndefined({ asked: before?.asked }) };
    this.#objects.set(key, shown);
    return this.#head(title, shown);
  }

  #head(title: string, { live, at, yaml }: Shown): string {
    const said = sanitizeLine(title);
    const head = live
      ? l10n.t`${said}, read-only. Updates automatically. Excludes managedFields.`
      : l10n.t`${said}, read-only. Last updated ${formatTimeOfDay(at, this.#parts.now())}. Excludes managedFields.`;
    return `# ${head}\n${yaml}`;
  }

  #version(context: string, object: ObjectReference): string | undefined {
    const session = this.#parts.session(context);
    return session === undefined ? undefined : versionOf(session.snapshot, object);
  }

  /** What was last read, under a line that says why it is no more than that. */
  #stale(before: Shown | undefined, why: string): string {
    const line = `# ${sanitizeLine(why)}\n`;
    if (before === undefined) return line;
    // Whatever comes next is news.
    return `${line}# ${l10n.t`Last updated ${formatTimeOfDay(before.at, this.#parts.now())}:`}\n${before.yaml}`;
  }
}

/** The version that is followed; `` for one that is gone; undefined where nobody follows the kind. */
export function versionOf(snapshot: Snapshot, object: ObjectReference): string | undefined {
  const id = findWatchedKind(object);
  if (id === undefined || snapshot[id].state.kind !== 'live') return undefined;
  for (const item of (snapshot[id].items as ReadonlyMap<string, ClusterObject>).values()) {
    if (item.name === object.name && item.namespace === object.namespace) return item.resourceVersion;
  }
  return '';
}
