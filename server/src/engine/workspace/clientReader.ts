/**
 * Reads folders that aren't on disk, such as a remote repository without a local copy, through the client. Validates
 * all responses.
 */
import ignore, { type Ignore } from 'ignore';
import type { WorkspaceListParams, WorkspaceReadParams } from '#server/protocol/protocol.ts';
import { canonicalizeUri } from './fileUri.ts';
import { isKataConfigUri } from './kataConfigFiles.ts';
import type { Folder, WorkspaceReader } from '#server/platform/workspaceReader.ts';

/** Sends requests to the client. Any client can respond with any value or fail. */
export interface ClientFiles {
  list(params: WorkspaceListParams): Promise<unknown>;
  read(params: WorkspaceReadParams): Promise<unknown>;
}

const maxFiles = 20_000;
const maxFileSize = 5_000_000;

interface Root {
  readonly uri: string;
  readonly excluded: Ignore;
  /** Rules of the `.gitignore` files, by folder. */
  readonly ignored: Map<string, Ignore>;
}

/** Creates a reader for files in these folders. */
export function clientReader(folders: readonly Folder[], client: ClientFiles): WorkspaceReader {
  const roots = folders.map(({ uri, exclude }): Root => ({
    uri: withoutSlash(canonicalizeUri(uri)),
    excluded: ignore().add([...exclude]),
    ignored: new Map(),
  }));
  let cut = false;
  const rootOf = (uri: string) => roots.find((root) => uri.startsWith(`${root.uri}/`));
  const textOf = async (uri: string): Promise<string | undefined> => {
    const text = textIn(await client.read({ uri }).catch(() => undefined));
    return text === undefined || text.length > maxFileSize ? undefined : text;
  };
  return {
    whole: () => !cut && roots.length > 0,
    async *list(below) {
      for (const root of roots) {
        const folder = below === undefined ? root.uri : withoutSlash(canonicalizeUri(below));
        if (folder !== root.uri && !folder.startsWith(`${root.uri}/`)) continue;
        const params = { folder: root.uri, ...(folder === root.uri ? {} : { below: folder }) };
        const listed = listIn(await client.list(params).catch(() => undefined));
        cut ||= listed.cut;
        const uris = listed.files.map(canonicalizeUri).filter((uri) => uri.startsWith(`${root.uri}/`));
        for (const uri of uris)
          if (isGitignore(uri))
            root.ignored.set(uri.slice(0, -'/.gitignore'.length), ignore().add((await textOf(uri)) ?? ''));
        for (const uri of uris) if (isIndexed(uri) && !isIgnored(uri, root)) yield uri;
      }
    },
    async read(given) {
      const uri = canonicalizeUri(given);
      const root = rootOf(uri);
      return root === undefined || isGitignore(uri) || isIgnored(uri, root) ? undefined : textOf(uri);
    },
  };
}

/**
 * Returns whether a file is excluded by the settings or by the `.gitignore` files of its parent folders. Deeper files
 * take precedence.
 */
function isIgnored(uri: string, { uri: top, excluded, ignored }: Root): boolean {
  const inTop = pathIn(top, uri);
  if (inTop === undefined || excluded.ignores(inTop)) return true;
  let is = false;
  for (let end = top.length; end >= 0; end = uri.indexOf('/', end + 1)) {
    const folder = uri.slice(0, end);
    const path = pathIn(folder, uri);
    const said = path === undefined || path === '' ? undefined : ignored.get(folder)?.test(path);
    if (said !== undefined) is = said.ignored || (is && !said.unignored);
  }
  return is;
}

/** Returns the relative path in a folder. Returns undefined if the path is invalid or outside the folder. */
function pathIn(folder: string, uri: string): string | undefined {
  try {
    const path = decodeURIComponent(uri.slice(folder.length + 1));
    return ignore.isPathValid(path) ? path : undefined;
  } catch {
    // The URI contains an invalid escape.
    return undefined;
  }
}

const isIndexed = (uri: string): boolean => /\.(?:ya?ml|rego)$/i.test(uri) || isKataConfigUri(uri);
const isGitignore = (uri: string): boolean => uri.endsWith('/.gitignore');
const withoutSlash = (uri: string): string => uri.replace(/\/$/, '');

function listIn(answer: unknown): { readonly files: readonly string[]; readonly cut: boolean } {
  const { files, cut }: { files?: unknown; cut?: unknown } =
    typeof answer === 'object' && answer !== null ? answer : {};
  if (!Array.isArray(files)) return { files: [], cut: true };
  const uris = files.filter((uri: unknown) => typeof uri === 'string').slice(0, maxFiles);
  return { files: uris, cut: cut !== false || uris.length < files.length };
}

function textIn(answer: unknown): string | undefined {
  const { text }: { text?: unknown } = typeof answer === 'object' && answer !== null ? answer : {};
  return typeof text === 'string' ? text : undefined;
}
