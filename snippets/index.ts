/**
 * Provides the skeleton documents that completion offers in empty documents and that _New OSC Manifest..._ lists. Each
 * JSON file contains the documents of one subject.
 */
import gates from './gates.json' with { type: 'json' };
import images from './images.json' with { type: 'json' };
import installation from './installation.json' with { type: 'json' };
import kataConfig from './kataconfig.json' with { type: 'json' };
import peerPods from './peer-pods.json' with { type: 'json' };
import secrets from './secrets.json' with { type: 'json' };
import workloads from './workloads.json' with { type: 'json' };
import { snippetWords } from './words.ts';
import type { Message } from '#core/text/message.ts';

/** A skeleton document, or several that belong together. */
export interface Snippet {
  readonly name: string;
  /** Text that the user types to find the snippet. */
  readonly prefix: string;
  /** Search words for the snippet. Several snippets can share a word. */
  readonly what: Message;
  /** Cloud provider, if the snippet is for only one. */
  readonly provider?: string;
  readonly description: Message;
  /** Lines in the syntax of LSP snippets. */
  readonly body: readonly string[];
}

type SnippetFile = Readonly<Record<string, Omit<Snippet, 'name' | 'what' | 'description'>>>;
const files: readonly SnippetFile[] = [kataConfig, peerPods, secrets, images, gates, workloads, installation];

/** All snippets, in the order in which lists show them. */
export const snippets: readonly Snippet[] = files.flatMap((file) =>
  Object.entries(file).map(([name, snippet]) => {
    const words = snippetWords[name];
    if (words === undefined) throw new Error(`words.ts has no ${name}`);
    return { name, ...words, ...snippet };
  }),
);
