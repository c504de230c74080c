/**
 * Simulates Jobs: one pod that exits after a while. The scenario determines the result of the image creation job. All
 * other jobs succeed.
 */
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { getList, getMap, getNumber, getString, type KubeObject, getValue } from '#simulator/store/kubeObject.ts';
import type { JobOutcome } from '../framework/behaviour.ts';
import { findControllerOwner, fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import { isConditionTrue, withCondition } from '../framework/conditions.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { recordEvent } from '../framework/events.ts';
import { getImageJobName, cloudProvider, type ImageAction } from '../kata/imageJob.ts';
import { configMaps, jobs, pods } from '../framework/resourceNames.ts';
import { RetryDelays } from '../framework/retryDelays.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { endLog, writeLog } from '../framework/containerLogs.ts';
import { endPod } from './kubelet.ts';
import { getOperandVersion } from '../olm/operandVersion.ts';
import { firstLines, lastLines } from './imageJobLog.ts';
import { createPodFromTemplate, listControlledPods } from '../framework/podTemplates.ts';

/** Controller of Jobs. */
export const jobController: Controller = {
  name: 'jobs',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const retries = new RetryDelays(behaviour.timings.podStart);
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => retries.after(key, sync(cluster, key)));
    const ends = new WorkQueue(clock, behaviour.timings.job, (key) => end(cluster, key));
    const stopJobs = client.follow(jobs, ({ type, object, previous }) => {
      const isNew = previous === undefined || isSuspended(previous) !== isSuspended(object);
      if (type !== 'DELETED' && isNew) queue.add(toQueueKey(object));
    });
    const stopPods = client.follow(pods, ({ type, object, previous }) => {
      const owner = findControllerOwner(object);
      if (owner?.kind !== 'Job') return;
      queue.add(`${object.metadata.namespace ?? ''}/${owner.name}`);
      if (
        type !== 'DELETED' &&
        getString(object, 'status', 'phase') === 'Running' &&
        getString(previous, 'status', 'phase') !== 'Running'
      ) {
        const action = actionOf(owner.name, object.metadata.namespace);
        // If the pod was already running at the start, its log already exists.
        if (action !== undefined && previous !== undefined)
          for (const line of firstLines(cloudProvider(client), action, getOperandVersion(client)))
            writeLog(cluster, object, line);
        ends.add(toQueueKey(object));
      }
    });
    return () => {
      stopJobs();
      stopPods();
      queue.stop();
      ends.stop();
    };
  },
};

/** Returns whether a Job creates no pods until it's resumed. Pods that already run continue, unlike on a cluster. */
function isSuspended(job: KubeObject): boolean {
  return getValue(job, 'spec', 'suspend') === true;
}

/** Creates the pod of a Job, or updates the status. Returns false if the pod couldn't be created. */
function sync({ client, behaviour }: ControllerContext, key: string): boolean {
  const { name, namespace } = fromQueueKey(key);
  const job = client.get(jobs, name, namespace);
  if (
    job === undefined ||
    job.metadata.deletionTimestamp !== undefined ||
    isConditionTrue(job, 'Complete') ||
    isConditionTrue(job, 'Failed') ||
    isSuspended(job)
  )
    return true;
  const outcome = outcomeOf(job, behaviour);
  // No controller processes the job, so it has no pods and no conditions.
  if (outcome === 'unclear') return true;
  const owned = listControlledPods(client, job);
  const failed = owned.filter((pod) => getString(pod, 'status', 'phase') === 'Failed');
  const succeeded = owned.filter((pod) => getString(pod, 'status', 'phase') === 'Succeeded');
  const active = owned.length - failed.length - succeeded.length;
  const retries = getNumber(job, 'spec', 'backoffLimit') ?? 6;
  if (active === 0 && succeeded.length === 0 && failed.length <= retries) {
    const made = client.create(
      pods,
      createPodFromTemplate(job, {
        labels: { 'job-name': name, 'batch.kubernetes.io/job-name': name, 'controller-uid': job.metadata.uid },
      }),
    );
    if (!made.ok) {
      recordEvent(client, job, {
        reason: 'FailedCreate',
        message: `Error creating: ${made.error.message}`,
        type: 'Warning',
        component: 'job-controller',
      });
      return false;
    }
    recordEvent(client, job, {
      reason: 'SuccessfulCreate',
      message: `Created pod: ${made.value.metadata.name}`,
      component: 'job-controller',
    });
    report(client, job, { active: 1, failed: failed.length });
    return true;
  }
  if (succeeded.length > 0) finish(client, job, succeeded.length, failed.length, true);
  else if (failed.length > retries) finish(client, job, 0, failed.length, false);
  else report(client, job, { active, failed: failed.length });
  return true;
}

function report(
  client: Client,
  job: KubeObject,
  { active, failed }: { readonly active: number; readonly failed: number },
): void {
  client.changeStatus(jobs, getObjectKey(job), (status) => ({
    startTime: client.now(),
    ...status,
    active,
    ready: active,
    ...(failed === 0 ? {} : { failed }),
  }));
}

function finish(client: Client, job: KubeObject, succeeded: number, failed: number, well: boolean): void {
  const now = client.now();
  client.changeStatus(jobs, getObjectKey(job), (status) => {
    const { active: _active, ready: _ready, ...rest } = status;
    const condition = well
      ? ({
          type: 'Complete',
          status: 'True',
          reason: 'CompletionsReached',
          message: 'Reached expected number of succeeded pods',
        } as const)
      : ({
          type: 'Failed',
          status: 'True',
          reason: 'BackoffLimitExceeded',
          message: 'Job has reached the specified backoff limit',
        } as const);
    const conditions = withCondition(getList(status, 'conditions'), condition, now);
    return {
      ...rest,
      ...(succeeded === 0 ? {} : { succeeded }),
      ...(failed === 0 ? {} : { failed }),
      conditions,
      ...(well ? { completionTime: now } : {}),
    };
  });
  recordEvent(
    client,
    job,
    well
      ? { reason: 'Completed', message: 'Job completed', component: 'job-controller' }
      : {
          reason: 'BackoffLimitExceeded',
          message: 'Job has reached the specified backoff limit',
          type: 'Warning',
          component: 'job-controller',
        },
  );
}

function end(cluster: ControllerContext, key: string): undefined {
  const { client, behaviour } = cluster;
  const { name, namespace } = fromQueueKey(key);
  const pod = client.get(pods, name, namespace);
  const job = pod === undefined ? undefined : client.get(jobs, findControllerOwner(pod)?.name ?? '', namespace);
  if (pod === undefined || job === undefined) return;
  const outcome = outcomeOf(job, behaviour);
  const written = outcome === 'succeeds' ? writeImageId(client, job) : undefined;
  const action = actionOf(job.metadata.name, namespace);
  const well = outcome !== 'fails';
  const lines =
    action === undefined
      ? [well ? 'done' : 'error: exit status 1']
      : lastLines(cloudProvider(client), action, { well, ...(written === undefined ? {} : { written }) });
  for (const line of lines) writeLog(cluster, pod, line);
  endLog(cluster, pod);
  endPod(client, pod, well);
}

function outcomeOf(
  { metadata: { name, namespace } }: KubeObject,
  behaviour: ControllerContext['behaviour'],
): JobOutcome {
  const action = actionOf(name, namespace);
  if (action === undefined) return 'succeeds';
  return action === 'creation' ? behaviour.imageCreation : behaviour.imageDeletion;
}

/** Returns the action of the image job with the given name. Returns undefined for other jobs. */
function actionOf(name: string, namespace: string | undefined): ImageAction | undefined {
  return namespace === operatorNamespace
    ? (['creation', 'deletion'] as const).find((each) => getImageJobName(each) === name)
    : undefined;
}

/** Updates the image ID in peer-pods-cm as the job does, and returns it. */
function writeImageId(client: Client, job: KubeObject): string | undefined {
  const action = actionOf(job.metadata.name, job.metadata.namespace);
  const key = providerNamed(cloudProvider(client))?.imageKey;
  if (action === undefined || key === undefined) return undefined;
  const image = action === 'creation' ? (imageIds[key] ?? 'podvm-image') : '';
  client.change(configMaps, { name: peerPodsConfigMapName, namespace: operatorNamespace }, (object) => ({
    ...object,
    data: { ...getMap(object, 'data'), [key]: image },
  }));
  return image;
}

const imageIds: Readonly<Record<string, string>> = {
  PODVM_AMI_ID: 'ami-0a1b2c3d4e5f60718',
  AZURE_IMAGE_ID: '/CommunityGalleries/PodVMGallery/Images/podvm-image/Versions/0.0.1',
  PODVM_IMAGE_NAME: 'podvm-image-0-0-1',
  LIBVIRT_IMAGE_ID: 'podvm-image',
};
