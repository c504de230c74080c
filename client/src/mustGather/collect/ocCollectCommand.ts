/**
 * Collects a must-gather with oc for `osc-tools must-gather collect --by oc`. Loaded on demand. Doesn't use VS Code.
 * The connection of osc-tools rejects all changes: only oc changes the cluster.
 */
import path from 'node:path';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { createCollectArguments, createFolderName } from '#core/mustGather/collectArguments.ts';
import { usualTimeout, type GatherChoices } from '#core/mustGather/collectChoices.ts';
import { imageFor } from '#core/mustGather/collectImage.ts';
import { describePhase, initialProgress } from '#core/mustGather/collectPhases.ts';
import { remarksOn, type CollectRemark } from '#core/mustGather/collectPreflight.ts';
import { describeSize } from '#core/mustGather/collectionSize.ts';
import { listCreatedResources } from '#core/mustGather/listCreatedResources.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { findOc } from '#client/oc/findOc.ts';
import type { OcCluster, OcProgram } from '#client/oc/oc.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { askVersion } from '#client/oc/ocVersion.ts';
import { runOc } from '#client/oc/runOc.ts';
import {
  isClusterResponse,
  listKubeconfigFiles,
  useCluster,
  type CheckOrder,
  type CommandConnection,
} from '#client/operations/preflight/checkCluster.ts';
import { nodeCountOf, openShiftOf, readBefore } from './run/collectPreflight.ts';
import { CollectRun, type CollectRequest, type CollectResult } from './run/collectRun.ts';
import { openCommandStorage, type CommandStorage } from './run/commandStorage.ts';
import { makeDestination } from './run/destination.ts';
import { lookForLeft, uidOf } from './leftovers/leftovers.ts';

/** What the user reviews before oc starts. */
export interface OcCollectReview {
  readonly context: string;
  readonly server: string;
  /** Sentences that describe what oc creates on the cluster. */
  readonly created: readonly string[];
  readonly remarks: readonly CollectRemark[];
  /** Command with the executable. */
  readonly command: readonly string[];
  /** Folder of the must-gather. */
  readonly target: string;
}

export interface OcCollectOptions {
  /** What oc collects. The image and the timeout have defaults. */
  readonly choices: Omit<GatherChoices, 'timeout'> & Partial<Pick<GatherChoices, 'timeout'>>;
  /** New folder for the must-gather. By default, a folder with the name of the context and the time. */
  readonly folder?: string;
  /** Maximum size in bytes. If undefined, there is none. */
  readonly maxBytes?: number;
  /** Stops the collection. oc then deletes what it created. */
  readonly stop: AbortSignal;
  /** Returns whether the user wants to start. Isn't called if a check fails. */
  readonly confirm: (review: OcCollectReview) => Promise<boolean>;
  /** Called with the current phase and the size so far. */
  readonly onProgress: (text: string) => void;
  /** Called with each line that oc writes. */
  readonly onLine: (line: string) => void;
}

/** Result of the command. `notPossible`: a check failed. `declined`: the user didn't want to start. */
export type OcCollectEnd =
  | ({ readonly kind: 'ended' } & CollectResult)
  | { readonly kind: 'notPossible'; readonly reasons: readonly string[] }
  | { readonly kind: 'declined' };

/** Collects a must-gather. The error is one readable line without secrets. */
export async function collectByOcForCommand(
  order: CheckOrder,
  options: OcCollectOptions,
): Promise<Result<OcCollectEnd, string>> {
  const program = await findProgram(order);
  if (!program.ok) return program;
  const kubeconfig = await listKubeconfigFiles(order, order.context);
  const storage = openCommandStorage(order.env);
  return useCluster({ ...order, signal: options.stop }, async (connected) => {
    const { connection, now, signal, head } = connected;
    const { snapshot, problems } = await readSnapshot(connection, now, signal);
    // If the snapshot couldn't be read, the caller reports the problem instead of this result.
    if (problems.some((problem) => !isClusterResponse(problem)))
      return { problems, answer: (): OcCollectEnd => ({ kind: 'declined' }) };
    const cluster = { kubeconfig, context: head.cluster };
    const end = await prepareAndRun(order, options, { connected, snapshot, storage, program: program.value, cluster });
    return { problems, answer: () => end };
  });
}

/** Returns why the choices aren't valid, or undefined if they are. Doesn't contact a cluster. */
export function validateChoices(choices: OcCollectOptions['choices']): string | undefined {
  // The cluster determines the image and the name of the folder.
  const others = { timeout: usualTimeout, image: 'image', ...choices };
  const args = createCollectArguments(others, 'must-gather');
  return args.ok ? undefined : args.error;
}

/** Finds oc on the PATH and reads its version. Doesn't contact a cluster. */
async function findProgram({ env, folder, tell }: CheckOrder): Promise<Result<OcProgram, string>> {
  const found = await findOc({ setting: '', env, home: findHomeFolder(), never: [] });
  if (!found.ok) return fail("oc isn't on the PATH. Install oc, or use --by api to collect without oc");
  tell(`using ${found.value}`);
  return askVersion(found.value, folder, realClock, env);
}

interface Situation {
  readonly connected: CommandConnection;
  readonly snapshot: Snapshot;
  readonly storage: CommandStorage;
  readonly program: OcProgram;
  readonly cluster: OcCluster;
}

async function prepareAndRun(
  order: CheckOrder,
  options: OcCollectOptions,
  situation: Situation,
): Promise<OcCollectEnd> {
  const { connected, snapshot, storage, program, cluster } = situation;
  const { connection, head, now, signal, withoutLimit } = connected;
  const request = createRequest(order, options, situation, now());
  if (!request.ok) return { kind: 'notPossible', reasons: [request.error] };
  const { choices, folder, name, args } = request.value;
  const sizes = (await storage.collections.all()).flatMap(({ size }) => size ?? []);
  const preflight = { connection, snapshot, choices, oc: program, folder, workspace: [], sizes, signal };
  const remarks = remarksOn(choices, await readBefore({ ...preflight, server: head.server }));
  const review: OcCollectReview = {
    context: head.cluster,
    server: head.server,
    created: listCreatedResources(choices),
    remarks,
    command: [program.path, ...createOcArguments(cluster, args)],
    target: path.join(folder, name),
  };
  // The checks of a canceled collection have no results.
  if (options.stop.aborted) return { kind: 'declined' };
  const reasons = remarks.flatMap(({ verdict, words }) => (verdict === 'fail' ? words : []));
  if (reasons.length > 0) return { kind: 'notPossible', reasons };
  return withoutLimit(async () => {
    if (!(await options.confirm(review)) || options.stop.aborted) return { kind: 'declined' };
    await makeDestination(folder);
    const result = await run(order, options, situation, request.value);
    // Without the record, the estimate of the next collection is only less accurate.
    await storage.collections.add(result.folder).catch(() => undefined);
    return { kind: 'ended', ...result };
  });
}

/** Returns the run that the user asks for. The error names the option to change. */
function createRequest(
  { folder: base }: CheckOrder,
  { choices: wanted, folder: given, maxBytes }: OcCollectOptions,
  { connected: { head }, snapshot, program, cluster }: Situation,
  at: number,
): Result<CollectRequest, string> {
  if (cluster.kubeconfig.length === 0)
    return fail(`${head.cluster} isn't in a kubeconfig file that oc can use. Use --by api`);
  const operator = getOperatorVersion(snapshot);
  const needsImage = wanted.what === 'sandboxed' || wanted.what === 'both';
  const image = needsImage ? imageFor(operator, wanted.image ?? '') : undefined;
  if (image?.ok === false)
    return fail(
      "can't determine the must-gather image, because the release of the operator is unknown. Use --image with a tag, or --what cluster",
    );
  const choices: GatherChoices = {
    ...wanted,
    timeout: wanted.timeout ?? usualTimeout,
    ...omitUndefined({ image: image?.value }),
  };
  const target = path.resolve(base, given ?? createFolderName(head.cluster, at));
  const [folder, name] = [path.dirname(target), path.basename(target)];
  const args = createCollectArguments(choices, name);
  if (!args.ok) return args;
  return succeed({
    program,
    cluster,
    server: head.server,
    choices,
    args: args.value,
    folder,
    name,
    openShift: openShiftOf(snapshot),
    operator,
    ...omitUndefined({ nodeCount: nodeCountOf(snapshot), maxBytes }),
  });
}

/** Runs oc to its end, even if the user stops the collection, because oc cleans up. */
async function run(
  { env, tell }: CheckOrder,
  { stop, onProgress, onLine }: OcCollectOptions,
  { connected: { connection }, storage }: Situation,
  request: CollectRequest,
): Promise<CollectResult> {
  let [phase, size] = [describePhase(initialProgress), ''];
  const show = (): void => onProgress(size === '' ? phase : `${phase} · ${size}`);
  const collecting = new CollectRun(request, {
    run: (one) => runOc(one, env),
    clock: realClock,
    keep: (made) =>
      storage.created.keep(made, () =>
        tell(`can't record in ${storage.folder} what oc creates on the cluster, such as ${made.namespace}`),
      ),
    forget: (made) => storage.created.forget(made),
    uidOf: (made) => uidOf(connection, made),
    look: (made) => lookForLeft(connection, made, AbortSignal.timeout(60_000)),
    onLine,
    onProgress(progress) {
      phase = describePhase(progress);
      show();
    },
    onSize(progress) {
      size = progress.bytes === 0 ? '' : describeSize(progress);
      show();
    },
  });
  const end = (): void => collecting.stop();
  stop.addEventListener('abort', end);
  try {
    show();
    return await collecting.start();
  } finally {
    stop.removeEventListener('abort', end);
  }
}
