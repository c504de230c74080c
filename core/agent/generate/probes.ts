/**
 * Lists the commands that the kubelet runs in a container for probes and lifecycle hooks. Source: kubernetes/kubernetes
 * pkg/kubelet/prober/prober.go, pkg/kubelet/lifecycle/handlers.go. The kubelet doesn't expand `$(NAME)` in lifecycle
 * hooks, but does in probes.
 */
import { fieldAt, pathText, textsOf, type PodField } from './podField.ts';

/** A command of a probe or lifecycle hook. */
export interface Probe {
  readonly command: readonly string[];
  readonly decidedBy: string;
}

const handlers = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];

/** Returns the commands of a container's probes and lifecycle hooks. */
export function listProbes(container: PodField): readonly Probe[] {
  return handlers.flatMap((path) => {
    const field = fieldAt(container, ...path, 'exec', 'command');
    const command = textsOf(field) ?? [];
    return command.length === 0 ? [] : { command, decidedBy: pathText(field) };
  });
}
