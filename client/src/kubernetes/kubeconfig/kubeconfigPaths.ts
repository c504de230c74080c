/** Finds the kubeconfig files in the same way as kubectl. Doesn't run commands or contact other systems. */
import path from 'node:path';

export interface KubeconfigSearchInput {
  /** Path from the setting. `~/` is the home folder. */
  readonly explicit?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home folder, as returned by `findHomeFolder`. */
  readonly home: string;
  /** Absolute paths of additional files, which have the lowest precedence. */
  readonly besides?: readonly string[];
}

export interface KubeconfigPaths {
  /** Absolute paths. Earlier files take precedence over later ones. */
  readonly files: readonly string[];
  /** The place where the user specified the files. If none of the files exists, the user sees a message. */
  readonly named: 'setting' | 'KUBECONFIG' | undefined;
}

export function findKubeconfigPaths(surroundings: KubeconfigSearchInput): KubeconfigPaths {
  const { files, named } = usualPlaces(surroundings);
  return { files: [...files, ...(surroundings.besides ?? [])], named };
}

function usualPlaces({ explicit = '', env, home }: KubeconfigSearchInput): KubeconfigPaths {
  const file = resolveKubeconfigSetting(explicit, home);
  if (file !== undefined) return { files: [file], named: 'setting' };
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  // kubectl resolves relative paths against its working folder. The extension has none, so it uses the home folder.
  if (listed.length > 0)
    return { files: [...new Set(listed.map((file) => path.resolve(home, file)))], named: 'KUBECONFIG' };
  return { files: [path.join(home, '.kube', 'config')], named: undefined };
}

/**
 * Returns the absolute path of the file in the setting, or undefined if the setting is empty. Commands need an absolute
 * path, because a shell doesn't expand `~` after `--kubeconfig=`.
 */
export function resolveKubeconfigSetting(setting: string, home: string): string | undefined {
  const text = setting.trim();
  return text === ''
    ? undefined
    : path.resolve(
        home,
        text.replace(/^~(?=$|[\\/])/, () => home),
      );
}
