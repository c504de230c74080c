/**
 * The calls that latencies are told of, by the label `action`. Newer releases may have more.
 * Source: kata-containers docs/design/kata-2-0-metrics.md.
 */

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** What containerd or CRI-O asks of the shim. */
export const shimActions: readonly string[] = words(
  'checkpoint close_io connect create delete exec kill pause pids resize_pty resume shutdown start state stats update wait',
);

/** What the runtime asks of the agent in the guest. */
export const agentActions: readonly string[] = words(
  'Check CloseStdin CopyFile CreateContainer CreateSandbox DestroySandbox ExecProcess GetMetrics GuestDetails ListInterfaces ' +
    'ListProcesses ListRoutes MemHotplugByProbe OnlineCPUMem PauseContainer RemoveContainer ReseedRandomDev ResumeContainer ' +
    'SetGuestDateTime SignalProcess StartContainer StatsContainer TtyWinResize UpdateContainer UpdateInterface UpdateRoutes WaitProcess ' +
    'WriteStream',
).map((name) => `grpc.${name}Request`);
