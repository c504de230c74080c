/** Provides objects of a cluster as read-only documents that update with the cluster: YAML and descriptions. */
import * as l10n from '@vscode/l10n';
import {
  EventEmitter,
  Uri,
  workspace,
  type CancellationToken,
  type Disposable,
  type TextDocumentContentProvider,
} from 'vscode';
import { omitUndefined, isJsonObject, getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { clusterScheme } from '#client/language/documents/schemes.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { objectAtPath, objectPath } from './objectUri.ts';
import { formatDocumentTitle } from './pageTitle.ts';
import { renderObjectYaml } from './objectYaml.ts';
import { findWatchedKind } from '#client/kubernetes/read/readableKinds.ts';
import { Descriptions } from './descriptions.ts';
import type { DocumentParts } from './documentParts.ts';
import { versionOf } from './versionOf.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';

/** A displayed object as it was last read. */
interface Shown {
  readonly version: string;
  readonly yaml: string;
  /** Time when the cluster last confirmed this version, in milliseconds since 1970. */
  at: number;
  /** True if the object's kind was being followed at the last check. */
  live: boolean;
  /** The last version for which a new read was requested. */
  asked?: string;
}

export class ClusterDocuments implements TextDocumentContentProvider, Disposable {
  readonly #parts: DocumentParts;
  readonly #changed = new EventEmitter<Uri>();
  /** The displayed objects, by document URI. */
  readonly #objects = new Map<string, Shown>();
  readonly #descriptions: Descriptions;
  readonly #closing: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(parts: DocumentParts) {
    this.#parts = parts;
    this.#descriptions = new Descriptions(parts);
    this.#closing = workspace.onDidCloseTextDocument(({ uri }) => {
      this.#objects.delete(uri.toString());
      this.#descriptions.close(uri.path);
    });
  }

  /** Returns the URI of the document for an object. */
  objectUri(context: string, object: ObjectReference): Uri {
    return Uri.from({ scheme: clusterScheme, authority: 'object', path: objectPath(context, object) });
  }

  /** Returns the URI of the document with the description of an object. Reads the object again if it's open. */
  descriptionUri(context: string, object: ObjectReference): Uri {
    const uri = Uri.from({ scheme: clusterScheme, authority: 'description', path: objectPath(context, object, 'txt') });
    this.#changed.fire(uri);
    return uri;
  }

  /** The clusters with a displayed object. */
  get contexts(): ReadonlySet<string> {
    const objects = [...this.#objects.keys()].flatMap((uri) => objectAtPath(Uri.parse(uri).path)?.context ?? []);
    return new Set([...objects, ...this.#descriptions.contexts]);
  }

  provideTextDocumentContent(uri: Uri, token?: CancellationToken): Promise<string> | string {
    if (uri.authority === 'description') return this.#descriptions.text(uri.path, token);
    const place = uri.authority === 'object' ? objectAtPath(uri.path) : undefined;
    return place === undefined
      ? `${l10n.t`This document was created in another VS Code session. Run the command again.`}\n`
      : this.#object(uri, place.context, place.object);
  }

  /**
   * Handles a cluster update. Refreshes each document whose object has a new version or is now followed or no longer
   * followed.
   */
  update(): void {
    for (const path of this.#descriptions.outdated())
      this.#changed.fire(Uri.from({ scheme: clusterScheme, authority: 'description', path }));
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
    const title = formatDocumentTitle(`${object.kind} ${object.name}`, context);
    const session = this.#parts.session(context);
    const before = this.#objects.get(key);
    if (session === undefined)
      return this.#stale(
        before,
        `${title}: ${l10n.t`the cluster isn't open. Open it in the Clusters view, then open this document again.`}`,
      );
    // The displayed data can't be confirmed while its kind isn't followed, so the cluster isn't queried, for example
    // after a logout.
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

  /** Returns the version that was read last, preceded by a comment line that explains why it isn't current. */
  #stale(before: Shown | undefined, why: string): string {
    const line = `# ${sanitizeLine(why)}\n`;
    if (before === undefined) return line;
    return `${line}# ${l10n.t`Last updated ${formatTimeOfDay(before.at, this.#parts.now())}`}\n${before.yaml}`;
  }
}
