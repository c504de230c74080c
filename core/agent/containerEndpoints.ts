/** Requests about containers and the processes in them. */
import { customizingAgentPolicy } from '../docSections.ts';
import { adaptor112, all, document112, issue, kataUpstream, operator111 } from '../sources.ts';
import { type AgentEndpoint, endpointRow as row } from './endpoint.ts';

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const ownPolicy = adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego');

/** A container from its making to its end. */
export const lifeEndpoints: readonly AgentEndpoint[] = [
  row('CreateContainerRequest', 'Makes a container: its command, environment, user, mounts and devices.', 'Once for each container, the pause container too.', {
    start: 'always',
    risk: 'high',
    whenAllowed: 'The host can run any image with any command in the guest. Only a policy that compares `input.OCI` and `input.storages` prevents that.',
    whenDenied: 'The pod does not start: the container is stuck in ContainerCreating with "CreateContainerRequest is blocked by policy".',
  }),
  row('StartContainerRequest', 'Starts a container that was made.', 'Once for each container, after CreateContainerRequest.', {
    start: 'always',
    whenAllowed: 'Containers that were allowed to be made run.',
    whenDenied: 'The pod does not start.',
  }),
  row('WaitProcessRequest', 'Waits for the end of a process and gives its exit code.', 'Once for each process, right after its start.', {
    start: 'always',
    whenAllowed: 'The host learns exit codes.',
    whenDenied: 'The pod does not start, or counts as ended at once.',
  }),
  row('RemoveContainerRequest', 'Removes a container.', 'When a container ends or is deleted.', {
    start: 'usually',
    whenAllowed: 'The host can end containers; it can switch the whole machine off anyway.',
    whenDenied: 'Containers of the pod cannot be cleaned up; deleting the pod hangs or reports errors.',
  }),
  row('UpdateContainerRequest', 'Changes the limits of a container.', 'When resources of a running container are changed.', {
    whenAllowed: 'The host can starve containers.',
    whenDenied: 'Resizing in place fails.',
  }),
  row('PauseContainerRequest', 'Freezes the processes of a container.', 'When the runtime is told to pause.', {
    whenAllowed: 'The host can freeze containers.',
    whenDenied: 'Pausing fails; Kubernetes does not use it.',
  }),
  row('ResumeContainerRequest', 'Lets a frozen container go on.', 'When the runtime is told to resume.', {
    whenAllowed: 'The host can let frozen containers go on.',
    whenDenied: 'Resuming fails; Kubernetes does not use it.',
  }),
  row('StatsContainerRequest', 'Gives processor, memory and other figures of a container.', 'By the kubelet, every few seconds.', {
    start: 'usually',
    whenAllowed: 'The host sees how much containers use.',
    whenDenied: 'Metrics of the pod are missing, and the kubelet logs errors.',
  }),
];

/** Processes in containers: commands, input, output and signals. */
export const processEndpoints: readonly AgentEndpoint[] = [
  row('ExecProcessRequest', 'Runs a further process in a running container.', '`oc exec`, `oc rsh`, exec probes and lifecycle hooks.', {
    risk: 'high',
    whenAllowed: 'Whoever may exec, and the host itself, can run any command in the container, and read its memory, files and secrets.',
    whenDenied: '`oc exec` fails with "ExecProcessRequest is blocked by policy"; containers with exec probes are restarted again and again, exec hooks fail.',
    note: 'The documented minimum is to deny it, or to allow chosen commands by comparing `input.process.Args`.',
    section: customizingAgentPolicy,
    source: all(flow, document112('3.5')),
  }),
  row('SignalProcessRequest', 'Sends a signal to a process or to all of a container.', 'When a container is stopped.', {
    start: 'usually',
    whenAllowed: 'The host can end processes.',
    whenDenied: 'Containers cannot be stopped in good order; deleting the pod takes its whole grace period or hangs.',
  }),
  row('ReadStreamRequest', 'Reads standard output and error of a process.', 'Always while a container runs: its log; and for the output of `oc exec`.', {
    start: 'usually',
    risk: 'medium',
    whenAllowed: 'The host reads everything that containers print.',
    whenDenied: '`oc logs` stays empty. A container that prints much may block when its pipe is full.',
    note: 'Images for confidential containers deny it.',
    source: all(flow, operator111('config/peerpods/podvm/agent-policy/coco-policy.rego'), issue('edgelesssys/contrast', 1193)),
  }),
  row('WriteStreamRequest', 'Writes to standard input of a process.', '`oc exec -i`, `oc attach -i`, and containers with `stdin: true`.', {
    risk: 'medium',
    whenAllowed: 'The host can type into any process that reads its input: into a shell, for instance.',
    whenDenied: 'Input does not reach processes: `oc exec -it` shows nothing of what is typed.',
    section: customizingAgentPolicy,
    source: all(flow, document112('3.5')),
  }),
  row('CloseStdinRequest', 'Closes standard input of a process.', 'When the input of `oc exec -i` or `oc attach -i` ends.', {
    whenAllowed: 'The host can end the input of processes.',
    whenDenied: 'Commands that read to the end of their input do not end.',
  }),
  row('TtyWinResizeRequest', 'Tells a terminal its new size.', '`oc exec -it` and `oc attach -it`, when the window changes.', {
    whenAllowed: 'The host can change the size of terminals.',
    whenDenied: 'Terminals keep their size.',
  }),
];

/** Files and mounts that come from the host. */
export const fileEndpoints: readonly AgentEndpoint[] = [
  row(
    'CopyFileRequest',
    'Writes a file, a folder or a link in the guest.',
    'Before and while containers run: secrets, config maps, service-account token, /etc/hosts, resolv.conf.',
    {
      start: 'mounts',
      risk: 'high',
      whenAllowed: 'The host can write any file of the guest, outside of containers too.',
      whenDenied: 'Pods with anything mounted from the cluster do not start; nearly every pod mounts a service-account token.',
      sinceKata: '3.29.0',
      note:
        'From kata 3.29.0 on (and on OSC 1.12) the policy sees `file_type` and `symlink_target` instead of `data`; ' +
        'on an agent before that a condition on `input.file_type` is never met.',
      source: all(flow, kataUpstream('src/agent/policy/src/policy.rs'), ownPolicy),
    },
  ),
  row('UpdateEphemeralMountsRequest', 'Mounts temporary storage in the guest anew.', 'When memory is resized, for volumes in memory.', {
    risk: 'medium',
    whenAllowed: 'The host can change mounts of the guest.',
    whenDenied: 'Volumes in memory keep their size.',
  }),
  row(
    'RemoveStaleVirtiofsShareMountsRequest',
    'Clears old mounts of folders shared by virtio-fs.',
    'On pods in a virtual machine of their node, when containers go.',
    {
      whenAllowed: 'Old mounts are cleared.',
      whenDenied: 'Old mounts stay until the pod ends.',
    },
  ),
  row('VolumeStatsRequest', 'Gives the fill level of a volume.', 'By the kubelet, for volumes that are attached to the guest directly.', {
    leftOut: 'everywhere',
    whenAllowed: 'The host sees how full volumes are.',
    whenDenied: 'The kubelet shows no fill level for such volumes.',
  }),
  row('ResizeVolumeRequest', 'Grows the file system of a volume.', 'When a volume that is attached to the guest directly is expanded.', {
    leftOut: 'everywhere',
    whenAllowed: 'The host can have file systems of volumes resized.',
    whenDenied: 'Expanding such a volume fails.',
  }),
];
