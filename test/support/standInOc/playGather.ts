/** Plays a recorded `oc adm must-gather`: its output, the objects that it creates on the cluster, and how it stops. */
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { GatherProgress } from '#core/mustGather/collectPhases.ts';
import { onCluster, podOnCluster, type Made } from './createdObjects.ts';
import type { StandInPlan } from './standInOc.ts';

const head = '[must-gather      ] OUT';

/**
 * Plays the command.
 * @returns the exit code
 */
export async function playGather(args: readonly string[], plan: StandInPlan): Promise<number> {
  const suffix = plan.suffix ?? 'x7k2p';
  const option = (name: string): string | undefined =>
    args.findLast((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const image = option('image') ?? 'quay.io/openshift-release-dev/ocp-v4.0-art-dev@sha256:0000';
  const say = (text: string, from = head): void =>
    void process.stdout.write(`${from} ${new Date().toISOString()} ${text}\n`);
  const target = option('dest-dir') ?? `must-gather.local.${suffix}`;
  if (target.includes(':')) {
    process.stderr.write('error: --dest-dir may not contain special characters such as colon(:)\n');
    return 1;
  }
  mkdirSync(target, { recursive: true });
  const growing = growsIn(plan, target);
  await growing('starting');
  say(`Using must-gather plug-in image: ${image}`);
  process.stdout.write(
    'When opening a support case, bugzilla, or issue please include the following summary data along with any other requested information:\n',
  );
  process.stdout.write(
    'ClusterID: 00000000-0000-0000-0000-000000000000\nClientVersion: 4.21.9\nClusterOperators:\n\tAll healthy and stable\n\n',
  );
  if (plan.gather === 'forbidden') {
    process.stderr.write(
      'Error from server (Forbidden): namespaces is forbidden: User "viewer" cannot create resource "namespaces" in API group "" at the cluster scope\n',
    );
    return 1;
  }
  const given = option('run-namespace');
  const own = given === undefined;
  const made =
    plan.onCluster !== true ? undefined : await (own ? onCluster(args, suffix) : podOnCluster(args, given, suffix));
  if (own) {
    say(`namespace/openshift-must-gather-${suffix} created`);
    say(`clusterrolebinding.rbac.authorization.k8s.io/must-gather-${suffix} created`);
  }
  const pod = `[must-gather-${suffix}]`;
  say(`pod for plug-in image ${image} created`);
  const stopped = stops(plan.gather === 'deaf');
  const grow: Grow = (phase) => growing(phase, stopped);
  await grow('preparing');
  const code = await gather(plan, { say, pod, target, image, stopped, grow });
  await cleanUp(made, own, suffix, { say, grow });
  return code;
}

/** Writes a file that grows until `stopped`, if the plan contains it for this phase. */
type Grow = (phase: GatherProgress['phase'], stopped?: Promise<void>) => Promise<void>;

function growsIn({ gather: played, growsIn: planned = 'copying', grownFile }: StandInPlan, target: string): Grow {
  return async (phase, stopped) => {
    if (played !== 'grows' || phase !== planned) return;
    let growing: NodeJS.Timeout | undefined;
    const grown = new Promise<void>((resolve) => {
      growing = setInterval(() => {
        appendFileSync(path.join(target, 'must-gather.logs'), 'x'.repeat(50_000));
        if (grownFile !== undefined && existsSync(grownFile)) resolve();
      }, 5);
    });
    // Without a handler, the signal ends the process.
    await Promise.race(stopped === undefined ? [grown] : [grown, stopped]);
    clearInterval(growing);
  };
}

interface Stage {
  readonly say: (text: string, from?: string) => void;
  readonly pod: string;
  readonly target: string;
  readonly image: string;
  readonly stopped: Promise<void>;
  readonly grow: Grow;
}

async function gather(plan: StandInPlan, { say, pod, target, image, stopped, grow }: Stage): Promise<number> {
  if (plan.gather === 'pull') {
    say(`gather did not start: unable to pull image: ErrImagePull: Back-off pulling image "${image}"`, `${pod} OUT`);
    process.stderr.write('error: gather did not start for pod must-gather: unable to pull image\n');
    return 1;
  }
  say('Gathering data for ns/openshift-sandboxed-containers-operator...', `${pod} POD`);
  say('waiting for gather to complete', `${pod} OUT`);
  await grow('gathering');
  if (plan.gather === 'hangs' || plan.gather === 'deaf') {
    // A timer keeps the process alive while it waits.
    const alive = setInterval(() => undefined, 60_000);
    if (plan.waitingFile !== undefined) writeFileSync(plan.waitingFile, '');
    await stopped;
    clearInterval(alive);
    return 1;
  }
  if (plan.gather === 'timeout') {
    say('gather never finished: timed out waiting for the condition', `${pod} OUT`);
    process.stderr.write('error: gather never finished for pod must-gather: timed out waiting for the condition\n');
    // In this case, the files in the pod aren't copied.
    return 1;
  }
  say('downloading gather output', `${pod} OUT`);
  const folder = path.join(target, image.replaceAll(/[^\w-]/g, '-'));
  mkdirSync(folder, { recursive: true });
  if (plan.gather === 'grows' && plan.growsIn !== 'cleaning') {
    appendFileSync(path.join(folder, 'journal'), 'x');
    await grow('copying');
    return 1;
  }
  if (plan.brings === undefined)
    writeFileSync(path.join(folder, 'version'), 'openshift-sandboxed-containers/must-gather\n1.12.0\n');
  else cpSync(plan.brings, target, { recursive: true });
  writeFileSync(path.join(target, 'timestamp'), `${new Date().toISOString()}\n`);
  return 0;
}

async function cleanUp(
  made: Made | undefined,
  own: boolean,
  suffix: string,
  { say, grow }: Pick<Stage, 'say' | 'grow'>,
): Promise<void> {
  if (!own) {
    await made?.remove();
    return;
  }
  const afterNamespace = async (): Promise<void> => {
    say(`namespace/openshift-must-gather-${suffix} deleted`);
    await grow('cleaning');
  };
  await (made === undefined ? afterNamespace() : made.remove(afterNamespace));
  say(`clusterrolebinding.rbac.authorization.k8s.io/must-gather-${suffix} deleted`);
}

/** Resolves on SIGINT and SIGTERM. As with the real `oc`, SIGHUP and SIGKILL skip the cleanup. */
function stops(deaf: boolean): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGINT', () => {
      if (!deaf) resolve();
    });
    process.on('SIGTERM', () => resolve());
  });
}
