/** Which files make up the kubeconfig, as kubectl finds them. Nothing is run and no other system is asked. */
import path from 'node:path';

export interface KubeconfigSearchInput {
  /** The path that a setting names. `~/` is the home folder. */
  readonly explicit?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As os.homedir() says. */
  readonly home: string;
  /** Absolute paths of files that count besides, after all others. */
  readonly besides?: readonly string[];
}

export interface KubeconfigPaths {
  /** Absolute. Earlier ones go before later ones. */
  readonly files: readonly string[];
  /** Somebody named these files: it is worth a word when none of them exists. */
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
  // What is relative is so to the folder of kubectl; we have none, and the home folder is the least surprising.
  if (listed.length > 0)
    return { files: [...new Set(listed.map((file) => path.resolve(home, file)))], named: 'KUBECONFIG' };
  return { files: [path.join(home, '.kube', 'config')], named: undefined };
}

/**
 * The file that the setting names, as commands are told of it: no shell makes the home folder of a `~` behind
 * `--kubeconfig=`. Undefined: none.
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
