/** The API of the git extension, as far as it is used here. */

/** The part of its API (version 1) that is used here. Source: microsoft/vscode extensions/git/src/api/git.d.ts */
interface Repository {
  show(ref: string, path: string): Promise<string>;
}

/**
 * The repository of a file. What the extension gives is looked at before it is used: it is not ours, and may be
 * switched off.
 */
export function repositoryOf(
  extension: { readonly isActive: boolean; readonly exports: unknown } | undefined,
  uri: unknown,
): Repository | undefined {
  if (extension?.isActive !== true) return undefined;
  try {
    const repository = call(call(extension.exports, 'getAPI', 1), 'getRepository', uri);
    return isRepository(repository) ? repository : undefined;
  } catch {
    // getAPI throws when git is disabled.
    return undefined;
  }
}

function call(object: unknown, name: string, argument: unknown): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  const method: unknown = Reflect.get(object, name);
  return typeof method === 'function' ? Reflect.apply(method, object, [argument]) : undefined;
}

function isRepository(value: unknown): value is Repository {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'show') === 'function';
}
