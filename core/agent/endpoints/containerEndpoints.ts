/** Requests about containers and the processes in them. */
import * as l10n from '@vscode/l10n';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import { adaptor112, all, document112, issue, kataUpstream, operator111 } from '#core/product/sources.ts';
import { type AgentEndpoint, endpointRow as row } from './endpoint.ts';

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const ownPolicy = adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego');

/** A container from its making to its end. */
export const lifeEndpoints: readonly AgentEndpoint[] = [
  row(
    'CreateContainerRequest',
    () => l10n.t`Makes a container: its command, environment, user, mounts and devices.`,
    () => l10n.t`Once for each container, the pause container too.`,
    {
      start: 'always',
      risk: 'high',
      whenAllowed: () =>
        l10n.t`The host can run any image with any command in the guest. Only a policy that compares \`input.OCI\` and \`input.storages\` prevents that.`,
      whenDenied: () =>
        l10n.t`The pod does not start: the container is stuck in ContainerCreating with "CreateContainerRequest is blocked by policy".`,
    },
  ),
  row(
    'StartContainerRequest',
    () => l10n.t`Starts a container that was made.`,
    () => l10n.t`Once for each container, after CreateContainerRequest.`,
    {
      start: 'always',
      whenAllowed: () => l10n.t`Containers that were allowed to be made run.`,
      whenDenied: () => l10n.t`The pod does not start.`,
    },
  ),
  row(
    'WaitProcessRequest',
    () => l10n.t`Waits for the end of a process and gives its exit code.`,
    () => l10n.t`Once for each process, right after its start.`,
    {
      start: 'always',
      whenAllowed: () => l10n.t`The host learns exit codes.`,
      whenDenied: () => l10n.t`The pod does not start, or counts as ended at once.`,
    },
  ),
  row(
    'RemoveContainerRequest',
    () => l10n.t`Removes a container.`,
    () => l10n.t`When a container ends or is deleted.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can end containers; it can switch the whole machine off anyway.`,
      whenDenied: () => l10n.t`Containers of the pod cannot be cleaned up; deleting the pod hangs or reports errors.`,
    },
  ),
  row(
    'UpdateContainerRequest',
    () => l10n.t`Changes the limits of a container.`,
    () => l10n.t`When resources of a running container are changed.`,
    {
      whenAllowed: () => l10n.t`The host can starve containers.`,
      whenDenied: () => l10n.t`Resizing in place fails.`,
    },
  ),
  row(
    'PauseContainerRequest',
    () => l10n.t`Freezes the processes of a container.`,
    () => l10n.t`When the runtime is told to pause.`,
    {
      whenAllowed: () => l10n.t`The host can freeze containers.`,
      whenDenied: () => l10n.t`Pausing fails; Kubernetes does not use it.`,
    },
  ),
  row(
    'ResumeContainerRequest',
    () => l10n.t`Lets a frozen container go on.`,
    () => l10n.t`When the runtime is told to resume.`,
    {
      whenAllowed: () => l10n.t`The host can let frozen containers go on.`,
      whenDenied: () => l10n.t`Resuming fails; Kubernetes does not use it.`,
    },
  ),
  row(
    'StatsContainerRequest',
    () => l10n.t`Gives processor, memory and other figures of a container.`,
    () => l10n.t`By the kubelet, every few seconds.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host sees how much containers use.`,
      whenDenied: () => l10n.t`Metrics of the pod are missing, and the kubelet logs errors.`,
    },
  ),
];

/** Processes in containers: commands, input, output and signals. */
export const processEndpoints: readonly AgentEndpoint[] = [
  row(
    'ExecProcessRequest',
    () => l10n.t`Runs a further process in a running container.`,
    () => l10n.t`\`oc exec\`, \`oc rsh\`, exec probes and lifecycle hooks.`,
    {
      risk: 'high',
      whenAllowed: () =>
        l10n.t`Whoever may exec, and the host itself, can run any command in the container, and read its memory, files and secrets.`,
      whenDenied: () =>
        l10n.t`\`oc exec\` fails with "ExecProcessRequest is blocked by policy"; containers with exec probes are restarted again and again, exec hooks fail.`,
      note: () =>
        l10n.t`The documented minimum is to deny it, or to allow chosen commands by comparing \`input.process.Args\`.`,
      section: customizingAgentPolicy,
      source: all(flow, document112('3.5')),
    },
  ),
  row(
    'SignalProcessRequest',
    () => l10n.t`Sends a signal to a process or to all of a container.`,
    () => l10n.t`When a container is stopped.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can end processes.`,
      whenDenied: () =>
        l10n.t`Containers cannot be stopped in good order; deleting the pod takes its whole grace period or hangs.`,
    },
  ),
  row(
    'ReadStreamRequest',
    () => l10n.t`Reads standard output and error of a process.`,
    () => l10n.t`Always while a container runs: its log; and for the output of \`oc exec\`.`,
    {
      start: 'usually',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host reads everything that containers print.`,
      whenDenied: () => l10n.t`\`oc logs\` stays empty. A container that prints much may block when its pipe is full.`,
      note: () => l10n.t`Images for confidential containers deny it.`,
      source: all(
        flow,
        operator111('config/peerpods/podvm/agent-policy/coco-policy.rego'),
        issue('edgelesssys/contrast', 1193),
      ),
    },
  ),
  row(
    'WriteStreamRequest',
    () => l10n.t`Writes to standard input of a process.`,
    () => l10n.t`\`oc exec -i\`, \`oc attach -i\`, and containers with \`stdin: true\`.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can type into any process that reads its input: into a shell, for instance.`,
      whenDenied: () => l10n.t`Input does not reach processes: \`oc exec -it\` shows nothing of what is typed.`,
      section: customizingAgentPolicy,
      source: all(flow, document112('3.5')),
    },
  ),
  row(
    'CloseStdinRequest',
    () => l10n.t`Closes standard input of a process.`,
    () => l10n.t`When the input of \`oc exec -i\` or \`oc attach -i\` ends.`,
    {
      whenAllowed: () => l10n.t`The host can end the input of processes.`,
      whenDenied: () => l10n.t`Commands that read to the end of their input do not end.`,
    },
  ),
  row(
    'TtyWinResizeRequest',
    () => l10n.t`Tells a terminal its new size.`,
    () => l10n.t`\`oc exec -it\` and \`oc attach -it\`, when the window changes.`,
    {
      whenAllowed: () => l10n.t`The host can change the size of terminals.`,
      whenDenied: () => l10n.t`Terminals keep their size.`,
    },
  ),
];

/** Files and mounts that come from the host. */
export const fileEndpoints: readonly AgentEndpoint[] = [
  row(
    'CopyFileRequest',
    () => l10n.t`Writes a file, a folder or a link in the guest.`,
    () =>
      l10n.t`Before and while containers run: secrets, config maps, service-account token, /etc/hosts, resolv.conf.`,
    {
      start: 'mounts',
      risk: 'high',
      whenAllowed: () => l10n.t`The host can write any file of the guest, outside of containers too.`,
      whenDenied: () =>
        l10n.t`Pods with anything mounted from the cluster do not start; nearly every pod mounts a service-account token.`,
      sinceKata: '3.29.0',
      note: () =>
        l10n.t`From kata 3.29.0 on (and on OSC 1.12) the policy sees \`file_type\` and \`symlink_target\` instead of \`data\`; on an agent before that a condition on \`input.file_type\` is never met.`,
      source: all(flow, kataUpstream('src/agent/policy/src/policy.rs'), ownPolicy),
    },
  ),
  row(
    'UpdateEphemeralMountsRequest',
    () => l10n.t`Mounts temporary storage in the guest anew.`,
    () => l10n.t`When memory is resized, for volumes in memory.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can change mounts of the guest.`,
      whenDenied: () => l10n.t`Volumes in memory keep their size.`,
    },
  ),
  row(
    'RemoveStaleVirtiofsShareMountsRequest',
    () => l10n.t`Clears old mounts of folders shared by virtio-fs.`,
    () => l10n.t`On pods in a virtual machine of their node, when containers go.`,
    {
      whenAllowed: () => l10n.t`Old mounts are cleared.`,
      whenDenied: () => l10n.t`Old mounts stay until the pod ends.`,
    },
  ),
  row(
    'VolumeStatsRequest',
    () => l10n.t`Gives the fill level of a volume.`,
    () => l10n.t`By the kubelet, for volumes that are attached to the guest directly.`,
    {
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host sees how full volumes are.`,
      whenDenied: () => l10n.t`The kubelet shows no fill level for such volumes.`,
    },
  ),
  row(
    'ResizeVolumeRequest',
    () => l10n.t`Grows the file system of a volume.`,
    () => l10n.t`When a volume that is attached to the guest directly is expanded.`,
    {
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host can have file systems of volumes resized.`,
      whenDenied: () => l10n.t`Expanding such a volume fails.`,
    },
  ),
];
