/**
 * Handles `.../pods/NAME/exec`: the checks of the API server, and the upgrade to a WebSocket. Sources:
 * kubernetes/kubernetes@001a80e9 pkg/registry/core/pod/strategy.go (ExecLocation) and
 * pkg/registry/core/pod/rest/subresources.go (ExecREST).
 */
import { badRequest, notFound, type ApiError } from '#simulator/store/apiError.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import { requestedUpgrade, selectProtocol, switchingProtocols } from '#simulator/exec/handshake.ts';
import { attributesOf, refusal, type Authorizer } from '../auth/authorization.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse } from '../http/apiResponse.ts';
import { parseGoBoolean, type ResourceRequest } from '../http/request.ts';
import type { ApiServerState } from './apiServerState.ts';
import { findContainer } from './podLog.ts';

export function podExec(cluster: ApiServerState, authorizer: Authorizer, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name, query, headers, user, method } = request;
  const upgrade = requestedUpgrade(headers);
  if (upgrade?.startsWith('spdy') === true) return createErrorResponse(spdyRefusal);
  // Kubernetes 1.35 and later require both verbs for a WebSocket. The verb of its GET request is checked before.
  const create = { ...request, verb: 'create' };
  if (!authorizer.decide(user, attributesOf(create)).allowed) return createErrorResponse(refusal(user, create));
  const pod = cluster.store.get(resource, namespace, name);
  if (pod === undefined) return createErrorResponse(notFound(resource, name));
  const container = findContainer(pod, query.get('container') ?? '');
  if (typeof container !== 'string') return createErrorResponse(badRequest(container.refused));
  if ((getString(pod, 'spec', 'nodeName') ?? '') === '')
    return createErrorResponse(badRequest(`pod ${name} does not have a host assigned`));
  if (upgrade !== 'websocket' || method !== 'GET') return createErrorResponse(badRequest('Upgrade request required'));
  const protocol = selectProtocol(headers);
  if (protocol === undefined)
    return createErrorResponse(badRequest('the client offers no WebSocket protocol that the simulator supports'));
  const isSet = (parameter: string): boolean => parseGoBoolean(query.get(parameter));
  const process = {
    pod,
    container,
    protocol,
    command: query.getAll('command'),
    tty: isSet('tty'),
    stdin: isSet('stdin'),
    stdout: isSet('stdout'),
    stderr: isSet('stderr'),
  };
  return {
    kind: 'upgrade',
    head: switchingProtocols(headers, protocol),
    start(socket, head) {
      socket.on('error', () => socket.destroy());
      // Loaded on first use, because the shell and the agent policies would delay the start of the simulator.
      const run = import('#simulator/exec/runProcess.ts').then(({ runProcess }) =>
        runProcess(cluster, process, socket, head),
      );
      void cluster.execs.count(run);
    },
  };
}

const spdyRefusal: ApiError = {
  code: 501,
  reason: 'NotImplemented',
  message: 'the simulator supports pods/exec only over WebSocket, not over SPDY',
  details: {},
};
