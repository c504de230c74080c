/**
 * Runs a command as a container of an OpenShift pod runs it: with a user ID that isn't in /etc/passwd, and, if wanted,
 * with a read-only root file system and the files of a service account. The command gets its own mounts, so that
 * nothing changes for other processes.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** A user ID that OpenShift could select, and the root group, which every container of OpenShift has. */
export const podUser = { uid: 1_000_660_000, gid: 0 } as const;

export interface PodOptions {
  /** True if only the folders in `writable` can be written to. */
  readonly readOnlyRoot?: boolean;
  /** Absolute paths of folders that can be written to in spite of `readOnlyRoot`. They must exist. */
  readonly writable?: readonly string[];
  /** Folder with the files of the service account (`token`, `ca.crt`, `namespace`), which the process can read. */
  readonly serviceAccount?: string;
}

/**
 * Arguments: the folder of the service account or an empty string, `ro` or `rw`, the number of writable folders, the
 * writable folders, the user ID, the group ID, and the command. Pods have the service account in /run/secrets, to which
 * /var/run/secrets leads.
 */
const script = `set -e
account=$1 root=$2 count=$3
shift 3
mount -t tmpfs tmpfs /run
if [ -n "$account" ]; then
  mkdir -p /run/secrets/kubernetes.io
  cp -r "$account" /run/secrets/kubernetes.io/serviceaccount
  chmod -R a+rX /run/secrets
fi
while [ "$count" -gt 0 ]; do
  mount --bind "$1" "$1"
  shift
  count=$((count - 1))
done
mount -o remount,ro /run
if [ "$root" = ro ]; then mount -o remount,ro,bind /; fi
uid=$1 gid=$2
shift 2
exec setpriv --reuid="$uid" --regid="$gid" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs -- "$@"
`;

/** Returns the command that runs a command in a pod. Only the superuser can run it. */
export function inPod(
  command: readonly string[],
  { readOnlyRoot = false, writable = [], serviceAccount = '' }: PodOptions = {},
): readonly [string, ...string[]] {
  return [
    'unshare',
    '--mount',
    'sh',
    '-c',
    script,
    'pod',
    serviceAccount,
    readOnlyRoot ? 'ro' : 'rw',
    String(writable.length),
    ...writable,
    String(podUser.uid),
    String(podUser.gid),
    ...command,
  ];
}

/** Reason why this computer can't run a command in a pod, or false if it can. */
export const withoutPods: string | false = reason();

function reason(): string | false {
  if (process.platform !== 'linux') return 'pods need Linux';
  if (process.getuid?.() !== 0) return 'only the superuser can select a user ID. .ci/run runs this test as root';
  const [program, ...args] = inPod(['true'], { readOnlyRoot: true });
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? false : `can't change mounts: ${error?.message ?? stderr.trim()}`;
}
