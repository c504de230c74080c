/**
 * Handles `GET .../pods/NAME/log`: the checks of the API server and of the kubelet, and the log. Sources:
 * kubernetes/kubernetes@001a80e9 pkg/registry/core/pod/strategy.go (LogLocation), pkg/kubelet/kubelet_pods.go
 * (validateContainerLogStatus), and pkg/apis/core/validation/validation.go (ValidatePodLogOptions).
 */
import { badRequest, invalid, notFound, type ErrorCause } from '#simulator/store/apiError.ts';
import { getList, getMap, getString, isJsonObject, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { ContainerLogLine, LogInstance } from '#simulator/logs/podLogs.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse } from '../http/apiResponse.ts';
import type { ResourceRequest } from '../http/request.ts';
import { parseGoBoolean } from '../http/request.ts';
import { isReady } from '#simulator/controllers/nodes/nodePools.ts';
import type { ApiServerState } from './apiServerState.ts';

export function podLog(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { store, logs } = cluster;
  const { resource, namespace = '', name, query } = request;
  const pod = store.get(resource, namespace, name);
  if (pod === undefined) return createErrorResponse(notFound(resource, name));
  const causes = optionCauses(query);
  if (causes.length > 0) return createErrorResponse(invalid({ group: '', kind: 'PodLogOptions' }, name, causes));
  const container = findContainer(pod, query.get('container') ?? '');
  if (typeof container !== 'string') return createErrorResponse(badRequest(container.refused));
  const nodeName = getString(pod, 'spec', 'nodeName') ?? '';
  // The API server returns an empty log for a pod without a node.
  if (nodeName === '') return textResponse('');
  const unreachable = unreachableKubelet(cluster, nodeName, `${namespace}/${name}/${container}`);
  if (unreachable !== undefined) return unreachable;
  const instance = instanceOf(pod, container, parseGoBoolean(query.get('previous')));
  if (typeof instance !== 'string') return createErrorResponse(badRequest(instance.refused));
  const since = sinceOf(query, store.clock.now());
  const all = logs.read(namespace, name, container, instance).filter(({ at }) => at >= since);
  const tailText = query.get('tailLines') ?? '';
  const tail = tailText === '' ? all : all.slice(Math.max(0, all.length - Number(tailText)));
  const withTime = parseGoBoolean(query.get('timestamps'));
  const written = ({ at, text }: ContainerLogLine): string => `${withTime ? `${stampOf(at)} ` : ''}${text}\n`;
  const limit = query.get('limitBytes') ?? '';
  const text = tail.map(written).join('');
  if (limit !== '') return textResponse(Buffer.from(text).subarray(0, Number(limit)).toString());
  if (!parseGoBoolean(query.get('follow')) || instance === 'previous') return textResponse(text);
  return {
    kind: 'stream',
    type: 'text/plain',
    open: (outlet) => {
      outlet.write(text);
      return logs.follow(namespace, name, container, (line) =>
        line === undefined ? outlet.end() : outlet.write(written(line)),
      );
    },
  };
}

function textResponse(text: string): ApiResponse {
  return { kind: 'text', code: 200, text, type: 'text/plain' };
}

/** Formats a time with nine digits, as the kubelet does. */
function stampOf(at: number): string {
  return new Date(at).toISOString().replace('Z', '000000Z');
}

/** The error of the API server. */
interface Refused {
  readonly refused: string;
}

/** Returns the container that a request names, or the only one of the pod, or the error of the API server. */
export function findContainer(pod: KubeObject, wanted: string): string | Refused {
  const named = (list: string): readonly string[] =>
    getList(pod, 'spec', list).flatMap((container) => getString(container, 'name') ?? []);
  const [regular, init, ephemeral] = [named('containers'), named('initContainers'), named('ephemeralContainers')];
  const { name } = pod.metadata;
  if (wanted !== '')
    return [...regular, ...init, ...ephemeral].includes(wanted)
      ? wanted
      : { refused: `container ${wanted} is not valid for pod ${name}` };
  const [only, ...others] = regular;
  if (only !== undefined && others.length === 0) return only;
  const choices = init.length === 0 ? '' : ` or one of the init containers: [${init.join(' ')}]`;
  return {
    refused: `a container name must be specified for pod ${name}, choose one of: [${regular.join(' ')}]${choices}`,
  };
}

/** Returns the instance whose log the kubelet reads, or its error. */
function instanceOf(pod: KubeObject, container: string, isPrevious: boolean): LogInstance | Refused {
  const status = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']
    .flatMap((list) => getList(pod, 'status', list))
    .find((one) => getString(one, 'name') === container);
  const where = `container ${JSON.stringify(container)} in pod ${JSON.stringify(pod.metadata.name)}`;
  if (status === undefined) return { refused: `${where} is not available` };
  const hasPrevious = (getString(status, 'lastState', 'terminated', 'containerID') ?? '') !== '';
  if (isPrevious) {
    return hasPrevious ? 'previous' : { refused: `previous terminated ${where} not found` };
  }
  const { running, terminated, waiting } = getMap(status, 'state');
  if (isJsonObject(running)) return 'current';
  if (isJsonObject(terminated)) {
    if ((getString(terminated, 'containerID') ?? '') !== '') return 'current';
    return hasPrevious ? 'previous' : { refused: `${where} is terminated` };
  }
  // A container that waits for its restart has only the log of the instance that exited.
  if (hasPrevious) return 'current';
  if (!isJsonObject(waiting)) return { refused: `${where} is waiting to start - no logs yet` };
  const reason = getString(waiting, 'reason') ?? '';
  const words = reasonWords.get(reason) ?? reason;
  return { refused: `${where} is waiting to start: ${words}` };
}

const reasonWords: ReadonlyMap<string, string> = new Map([
  ['ErrImagePull', "image can't be pulled"],
  ['ImagePullBackOff', 'trying and failing to pull image'],
]);

/** Returns the error of the API server if it can't reach the kubelet of a node. */
function unreachableKubelet(cluster: ApiServerState, nodeName: string, path: string): ApiResponse | undefined {
  const host = findUnreachableKubelet(cluster, nodeName);
  if (host === undefined) return undefined;
  const message = `Get "https://${host}/containerLogs/${path}": dial tcp ${host}: i/o timeout`;
  return createErrorResponse({ code: 500, reason: '', message });
}

/** Returns the host and port of the kubelet of a node if the API server can't reach it. */
export function findUnreachableKubelet({ store, resources }: ApiServerState, nodeName: string): string | undefined {
  const node = store.get(resources.need('', 'nodes'), '', nodeName);
  if (node === undefined || isReady(node)) return undefined;
  const address = getList(node, 'status', 'addresses').find((one) => getString(one, 'type') === 'InternalIP');
  return `${getString(address, 'address') ?? nodeName}:10250`;
}

/** Returns what is wrong with the options. */
function optionCauses(query: URLSearchParams): readonly ErrorCause[] {
  const number = (field: string, least: number, words: string): readonly ErrorCause[] => {
    const text = query.get(field) ?? '';
    return text === '' || (/^\d{1,15}$/.test(text) && Number(text) >= least)
      ? []
      : [{ reason: 'FieldValueInvalid', message: `Invalid value: ${text}: ${words}`, field }];
  };
  const both =
    query.has('sinceSeconds') && query.has('sinceTime')
      ? [
          {
            reason: 'FieldValueForbidden',
            message: 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
            field: '',
          },
        ]
      : [];
  return [
    ...number('tailLines', 0, 'must be greater than or equal to 0'),
    ...number('limitBytes', 1, 'must be greater than 0'),
    ...both,
    ...number('sinceSeconds', 1, 'must be greater than 0'),
  ];
}

function sinceOf(query: URLSearchParams, now: number): number {
  const seconds = query.get('sinceSeconds') ?? '';
  if (/^\d{1,9}$/.test(seconds)) return now - Number(seconds) * 1000;
  const time = Date.parse(query.get('sinceTime') ?? '');
  return Number.isNaN(time) ? 0 : time;
}
