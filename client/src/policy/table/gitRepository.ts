/** Defines the part of the Git extension API that this extension uses. */

/** Part of the API, version 1. Source: microsoft/vscode extensions/git/src/api/git.d.ts */
interface Repository {
  show(ref: string, path: string): Promise<string>;
}

/**
 * Returns the repository of a file. Validates the API before using it, because the Git extension is separate and can be
 * disabled.
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
    // getAPI throws if Git is disabled.
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
