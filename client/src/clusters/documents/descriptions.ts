/**
 * Describes objects of clusters and must-gathers as `oc describe` does, for read-only documents. Reads an object again
 * when it changes.
 */
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { readDescription } from '#client/describe/readDescription.ts';
import { describeCollectedObject } from '#client/mustGather/reader/describeCollectedObject.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type { ClusterSession } from '../sessions/clusterSession.ts';
import type { DocumentParts } from './documentParts.ts';
import { describedAtPath } from './objectUri.ts';
import { formatDocumentTitle } from './pageTitle.ts';
import { versionOf } from './versionOf.ts';

/** A description as it was last read. */
interface Shown {
  readonly text: string;
  /** Time of the read, in milliseconds since 1970. */
  readonly at: number;
  /** Resource version of the object for which the description was last requested. */
  version: string;
}

export class Descriptions {
  readonly #parts: DocumentParts;
  /** The displayed descriptions, by the path of their documents. */
  readonly #shown = new Map<string, Shown>();

  constructor(parts: DocumentParts) {
    this.#parts = parts;
  }

  /** The clusters with a displayed description. */
  get contexts(): readonly string[] {
    return [...this.#shown.keys()].flatMap((path) => describedAtPath(path)?.context ?? []);
  }

  /** Notes that a document was closed. */
  close(path: string): void {
    this.#shown.delete(path);
  }

  /** Returns the paths of the documents whose objects have changed. */
  outdated(): readonly string[] {
    return [...this.#shown].flatMap(([path, shown]) => {
      const place = describedAtPath(path);
      const session = place === undefined ? undefined : this.#parts.session(place.context);
      const version =
        place === undefined || session === undefined ? undefined : versionOf(session.snapshot, place.object);
      if (version === undefined || version === shown.version) return [];
      shown.version = version;
      return [path];
    });
  }

  /** Returns the content of a document, or a line that explains why there is none. */
  async text(path: string, token?: CancellationToken): Promise<string> {
    const place = describedAtPath(path);
    if (place === undefined)
      return `${l10n.t`This document was created in another VS Code session. Run the command again.`}\n`;
    const { context, object } = place;
    const title = formatDocumentTitle(`${object.kind} ${object.name}`, context);
    const gather = this.#parts.gathered(context);
    if (gather !== undefined) {
      const described = await describeCollectedObject(gather, object);
      return described.ok ? described.value : `${sanitizeLine(`${title}: ${described.error}`)}\n`;
    }
    const session = this.#parts.session(context);
    return session === undefined
      ? this.#stale(
          path,
          title,
          l10n.t`the cluster isn't open. Open it in the Clusters view, then open this document again.`,
        )
      : this.#read(path, title, session, object, token);
  }

  async #read(
    path: string,
    title: string,
    session: ClusterSession,
    object: ObjectReference,
    token: CancellationToken | undefined,
  ): Promise<string> {
    const stop = new AbortController();
    const listening = token?.onCancellationRequested(() => stop.abort());
    const { now } = this.#parts;
    const read = await readDescription(session.connection, object, { now, signal: stop.signal });
    listening?.dispose();
    if (!read.ok) {
      const { kind, message } = read.error;
      return this.#stale(path, title, kind === 'notFound' ? l10n.t`the object no longer exists` : message);
    }
    const { text, notes, version } = read.value;
    const at = now();
    const lines = [...notes, l10n.t`Last updated ${formatTimeOfDay(at, at)}`].map((note) => sanitizeLine(note));
    const shown = { text: `${text}\n${lines.join('\n')}\n`, at, version };
    this.#shown.set(path, shown);
    return shown.text;
  }

  /** Returns the description that was read last, preceded by a line that explains why it isn't current. */
  #stale(path: string, title: string, why: string): string {
    const before = this.#shown.get(path);
    const line = `${sanitizeLine(`${title}: ${why}`)}\n`;
    return before === undefined ? line : `${line}\n${before.text}`;
  }
}
