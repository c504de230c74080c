/**
 * Creates the Status of a process, which has no kind. Sources: kubernetes/kubernetes@0cc990f7
 * staging/src/k8s.io/apiserver/pkg/util/proxy/streamtranslator.go (codeExitToStatusError), and
 * staging/src/k8s.io/kubelet/pkg/cri/streaming/remotecommand/exec.go (ServeExec).
 */
import { exitCodeCause, nonZeroExitReason, type ExecProtocol } from '#core/common/execChannels.ts';

/** Returns the Status of a process that exited. */
export function exitStatus(code: number): object {
  if (code === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: command terminated with exit code ${code}`,
    reason: nonZeroExitReason,
    details: { causes: [{ reason: exitCodeCause, message: String(code) }] },
  };
}

/** Returns the Status of a request that the kubelet rejects. */
export function internalErrorStatus(why: string): object {
  return {
    metadata: {},
    status: 'Failure',
    message: `Internal error occurred: ${why}`,
    reason: 'InternalError',
    details: { causes: [{ message: why }] },
    code: 500,
  };
}

/**
 * Returns the Status of a process that the container runtime can't start. With v5, the API server adds its own prefix
 * to the error of the runtime.
 */
export function runtimeErrorStatus(why: string, protocol: ExecProtocol): object {
  const error = `error executing command in container: ${why}`;
  return internalErrorStatus(protocol === 'v5.channel.k8s.io' ? `Internal error occurred: ${error}` : error);
}
