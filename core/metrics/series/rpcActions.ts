/**
 * Values of the `action` label of the latency series. Newer releases might have more. Source: kata-containers
 * docs/design/kata-2-0-metrics.md.
 */

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** Requests from containerd or CRI-O to the shim. */
export const shimActions: readonly string[] = words(
  'checkpoint close_io connect create delete exec kill pause pids resize_pty resume shutdown start state stats update wait',
);

/** Requests from the runtime to the agent in the guest. */
export const agentActions: readonly string[] = words(
  'Check CloseStdin CopyFile CreateContainer CreateSandbox DestroySandbox ExecProcess GetMetrics GuestDetails ListInterfaces ' +
    'ListProcesses ListRoutes MemHotplugByProbe OnlineCPUMem PauseContainer RemoveContainer ReseedRandomDev ResumeContainer ' +
    'SetGuestDateTime SignalProcess StartContainer StatsContainer TtyWinResize UpdateContainer UpdateInterface UpdateRoutes WaitProcess ' +
    'WriteStream',
).map((name) => `grpc.${name}Request`);
