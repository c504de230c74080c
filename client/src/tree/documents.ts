/** Documents of clusters, to be read: objects as YAML, which follow the cluster, and texts about nodes of the tree. */
import { EventEmitter, Uri, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import { isJsonObject, stringAt } from '../../../core/json.ts';
import type { LiveObject } from '../../../core/live/object.ts';
import type { Snapshot } from '../../../core/live/snapshot.ts';
import { oneLine } from '../../../core/live/words.ts';
import { clusterScheme } from '../language/schemes.ts';
import type { ClusterSession } from './clusterSession.ts';
import type { ObjectReference } from './nodeView.ts';
import { objectAtPath, objectPath } from './objectUri.ts';
import { objectYaml } from './objectYaml.ts';
import { followedKind } from './offered.ts';
import { timeOfDay } from './words.ts';

export interface DocumentParts {
  readonly session: (context: string) => ClusterSession | undefined;
  readonly now: () => number;
}

/** An object that is shown, as it was last read. */
interface Shown {
  readonly version: string;
  readonly yaml: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export class ClusterDocuments implements TextDocumentContentProvider, Disposable {
  readonly #parts: DocumentParts;
  readonly #changed = new EventEmitter<Uri>();
  /** By uri. */
  readonly #objects = new Map<string, Shown>();
  readonly #texts = new Map<string, { readonly make: () => string; said: string }>();
  readonly #closing: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(parts: DocumentParts) {
    this.#parts = parts;
    this.#closing = workspace.onDidCloseTextDocument(({ uri }) => {
      this.#objects.delete(uri.toString());
      this.#texts.delete(uri.toString());
    });
  }

  /** Where an object is shown. */
  objectUri(context: string, object: ObjectReference): Uri {
    return Uri.from({ scheme: clusterScheme, authority: 'object', path: objectPath(context, object) });
  }

  /** Where a text is shown. It is made anew whenever something changed. @param name the title of the tab */
  textUri(id: string, name: string, make: () => string): Uri {
    const uri = Uri.from({ scheme: clusterScheme, authority: 'text', path: `/${encodeURIComponent(id)}/${name.replaceAll(/[\\/?#%]/g, '-')}.md` });
    this.#texts.set(uri.toString(), { make, said: '' });
    return uri;
  }

  /** The clusters of which an object is shown. */
  get contexts(): ReadonlySet<string> {
    return new Set([...this.#objects.keys()].flatMap((uri) => objectAtPath(Uri.parse(uri).path)?.context ?? []));
  }

  provideTextDocumentContent(uri: Uri): Promise<string> | string {
    const text = this.#texts.get(uri.toString());
    if (text !== undefined) return (text.said = text.make());
    const place = uri.authority === 'object' ? objectAtPath(uri.path) : undefined;
    return place === undefined
      ? 'This cannot be shown: it was worked out from a cluster that is not open any more, or it is nothing that the view shows. Open it from the view Clusters again.\n'
      : this.#object(uri, place.context, place.object);
  }

  /** Something changed on a cluster: what is shown of it is read anew where it is another version. */
  update(session: ClusterSession): void {
    for (const [key, shown] of this.#objects) {
      const uri = Uri.parse(key);
      const place = objectAtPath(uri.path);
      if (place?.context !== session.context) continue;
      const version = versionOf(session.snapshot, place.object);
      if (version !== undefined && version !== shown.version) this.#changed.fire(uri);
    }
    for (const [key, text] of this.#texts) if (text.said !== '' && text.make() !== text.said) this.#changed.fire(Uri.parse(key));
  }

  dispose(): void {
    this.#closing.dispose();
    this.#changed.dispose();
  }

  async #object(uri: Uri, context: string, object: ObjectReference): Promise<string> {
    const key = uri.toString();
    const title = `${object.kind} ${object.name} of ${context}`;
    const session = this.#parts.session(context);
    const before = this.#objects.get(key);
    if (session === undefined) return this.#stale(before, `${title}: the cluster is not open. Open it in the view Clusters, then open this again.`);
    const answer = await session.object(object);
    const now = this.#parts.now();
    if (!answer.ok) {
      const why = answer.error.kind === 'notFound' ? 'it is gone' : answer.error.message;
      return this.#stale(before, `${title}: ${oneLine(why)}`);
    }
    if (!isJsonObject(answer.value)) return this.#stale(before, `${title}: the server sent no object`);
    const text = objectYaml(answer.value, object.kind);
    if (!text.ok) return this.#stale(before, `${title}: ${text.error}`);
    const yaml = text.value;
    const version = stringAt(answer.value, 'metadata', 'resourceVersion') ?? '';
    this.#objects.set(key, { version, yaml, at: now });
    const follows = followedKind(object) !== undefined ? 'follows the cluster' : `as of ${timeOfDay(now, now)}`;
    return `# ${oneLine(title)}, to be read; ${follows}. Without managedFields.\n${yaml}`;
  }

  /** What was last read, under a line that says why it is no more than that. */
  #stale(before: Shown | undefined, why: string): string {
    const line = `# ${oneLine(why)}\n`;
    if (before === undefined) return line;
    // Whatever comes next is news.
    return `${line}# As of ${timeOfDay(before.at, this.#parts.now())}:\n${before.yaml}`;
  }
}

/** The version that is followed; `` for one that is gone; undefined where nobody follows the kind. */
function versionOf(snapshot: Snapshot, object: ObjectReference): string | undefined {
  const id = followedKind(object);
  if (id === undefined || snapshot[id].state.kind !== 'live') return undefined;
  for (const item of (snapshot[id].items as ReadonlyMap<string, LiveObject>).values()) {
    if (item.name === object.name && item.namespace === object.namespace) return item.resourceVersion;
  }
  return '';
}
