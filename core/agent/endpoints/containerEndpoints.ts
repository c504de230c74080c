/** Agent requests for containers and their processes. */
import * as l10n from '@vscode/l10n';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import { adaptor112, all, document112, issue, kataUpstream, operator111 } from '#core/product/sources.ts';
import { type AgentEndpoint, endpointRow as row } from './endpoint.ts';

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const ownPolicy = adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego');

/** Requests for the lifecycle of a container. */
export const lifeEndpoints: readonly AgentEndpoint[] = [
  row(
    'CreateContainerRequest',
    () => l10n.t`Creates a container with its command, environment, user, mounts, and devices.`,
    () => l10n.t`Once per container, including the pause container.`,
    {
      start: 'always',
      risk: 'high',
      whenAllowed: () =>
        l10n.t`The host can run any image with any command in the guest. Only a policy that checks \`input.OCI\` and \`input.storages\` prevents that.`,
      whenDenied: () =>
        l10n.t`The pod doesn't start. The container stays in ContainerCreating with "CreateContainerRequest is blocked by policy".`,
    },
  ),
  row(
    'StartContainerRequest',
    () => l10n.t`Starts a previously created container.`,
    () => l10n.t`Once per container, after CreateContainerRequest.`,
    {
      start: 'always',
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`The pod doesn't start.`,
    },
  ),
  row(
    'WaitProcessRequest',
    () => l10n.t`Returns the exit code of a process after it exits.`,
    () => l10n.t`Once per process, immediately after it starts.`,
    {
      start: 'always',
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`The pod doesn't start, or Kubernetes immediately considers it complete.`,
    },
  ),
  row(
    'RemoveContainerRequest',
    () => l10n.t`Removes a container.`,
    () => l10n.t`When a container exits or is deleted.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`No additional risk: the host can already turn off the whole VM.`,
      whenDenied: () => l10n.t`The pod's containers can't be cleaned up. Deleting the pod hangs or reports errors.`,
    },
  ),
  row(
    'UpdateContainerRequest',
    () => l10n.t`Changes the resource limits of a container.`,
    () => l10n.t`When the resources of a running container change.`,
    {
      whenAllowed: () => l10n.t`The host can starve containers of resources.`,
      whenDenied: () => l10n.t`In-place resizing fails.`,
    },
  ),
  row(
    'PauseContainerRequest',
    () => l10n.t`Freezes the processes in a container.`,
    () => l10n.t('When the runtime receives the `{0}` command.', 'pause'),
    {
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`Only this request fails. Kubernetes doesn't use it.`,
    },
  ),
  row(
    'ResumeContainerRequest',
    () => l10n.t`Resumes a frozen container.`,
    () => l10n.t('When the runtime receives the `{0}` command.', 'resume'),
    {
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`Only this request fails. Kubernetes doesn't use it.`,
    },
  ),
  row(
    'StatsContainerRequest',
    () => l10n.t`Returns CPU, memory, and other metrics for a container.`,
    () => l10n.t`By the kubelet every few seconds.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`Pod metrics are missing, and the kubelet logs errors.`,
    },
  ),
];

/** Requests for processes in containers: commands, input, output, and signals. */
export const processEndpoints: readonly AgentEndpoint[] = [
  row(
    'ExecProcessRequest',
    () => l10n.t`Runs an additional process in a running container.`,
    () => l10n.t('`oc exec`, `oc rsh`, exec probes, and lifecycle hooks.'),
    {
      risk: 'high',
      whenAllowed: () =>
        l10n.t(
          'Anyone who can run `oc exec`, and the host itself, can run any command in the container and read its memory, files, and secrets.',
        ),
      whenDenied: () =>
        l10n.t(
          '`oc exec` fails with "ExecProcessRequest is blocked by policy". Containers with exec probes restart repeatedly, and exec hooks fail.',
        ),
      note: () =>
        l10n.t(
          'The documentation recommends denying at least this request. To allow specific commands, check `input.process.Args`.',
        ),
      section: customizingAgentPolicy,
      source: all(flow, document112('3.5')),
    },
  ),
  row(
    'SignalProcessRequest',
    () => l10n.t`Sends a signal to one process or to all processes in a container.`,
    () => l10n.t`When a container is stopped.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can end processes.`,
      whenDenied: () =>
        l10n.t`Containers can't be stopped gracefully. Deleting the pod takes the whole grace period or hangs.`,
    },
  ),
  row(
    'ReadStreamRequest',
    () => l10n.t`Reads the standard output and standard error of a process.`,
    () =>
      l10n.t(
        'Continuously while a container runs, to read its log, and during `oc exec`, to read the output of the command.',
      ),
    {
      start: 'usually',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can read everything that containers print.`,
      whenDenied: () =>
        l10n.t('`oc logs` shows nothing. A container that prints a lot might block when its pipe is full.'),
      note: () => l10n.t`The policies in images for confidential containers deny this request.`,
      source: all(
        flow,
        operator111('config/peerpods/podvm/agent-policy/coco-policy.rego'),
        issue('edgelesssys/contrast', 1193),
      ),
    },
  ),
  row(
    'WriteStreamRequest',
    () => l10n.t`Writes to the standard input of a process.`,
    () => l10n.t`\`oc exec -i\`, \`oc attach -i\`, and containers with \`stdin: true\`.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can send input to any process that reads its standard input, such as a shell.`,
      whenDenied: () => l10n.t("Input doesn't reach processes. `oc exec -it` doesn't show typed text."),
      section: customizingAgentPolicy,
      source: all(flow, document112('3.5')),
    },
  ),
  row(
    'CloseStdinRequest',
    () => l10n.t`Closes the standard input of a process.`,
    () => l10n.t`When the input of \`oc exec -i\` or \`oc attach -i\` ends.`,
    {
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`Commands that read until the end of their input don't exit.`,
    },
  ),
  row(
    'TtyWinResizeRequest',
    () => l10n.t`Sets the window size of a terminal.`,
    () => l10n.t('`oc exec -it` and `oc attach -it`, when the window size changes.'),
    {
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`Only this request fails.`,
    },
  ),
];

/** Requests for files and mounts that come from the host. */
export const fileEndpoints: readonly AgentEndpoint[] = [
  row(
    'CopyFileRequest',
    () => l10n.t`Writes a file, folder, or link in the guest.`,
    () =>
      l10n.t`Before and while containers run, for Secrets, ConfigMaps, service account tokens, /etc/hosts, and resolv.conf.`,
    {
      start: 'mounts',
      risk: 'high',
      whenAllowed: () => l10n.t`The host can write any file in the guest, including files outside containers.`,
      whenDenied: () =>
        l10n.t`Pods that mount Secrets, ConfigMaps, or service account tokens don't start. Nearly every pod mounts a token.`,
      sinceKata: '3.29.0',
      note: () =>
        l10n.t(
          'In Kata 3.29.0 and later, and in OSC 1.12, the policy input contains `file_type` and `symlink_target` instead of `data`. With earlier agents, a condition on `input.file_type` is never true.',
        ),
      source: all(flow, kataUpstream('src/agent/policy/src/policy.rs'), ownPolicy),
    },
  ),
  row(
    'UpdateEphemeralMountsRequest',
    () => l10n.t`Remounts temporary storage in the guest.`,
    () => l10n.t`For memory-backed volumes, when memory is resized.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can change guest mounts.`,
      whenDenied: () => l10n.t`Only this request fails.`,
    },
  ),
  row(
    'RemoveStaleVirtiofsShareMountsRequest',
    () => l10n.t`Removes stale mounts of folders shared with virtio-fs.`,
    () => l10n.t`For pods whose VM runs on their node, when containers are removed.`,
    {
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`Stale mounts remain until the pod terminates.`,
    },
  ),
  row(
    'VolumeStatsRequest',
    () => l10n.t`Returns volume usage.`,
    () => l10n.t`By the kubelet, for volumes attached directly to the guest.`,
    {
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`The kubelet doesn't report usage for these volumes.`,
    },
  ),
  row(
    'ResizeVolumeRequest',
    () => l10n.t`Expands the file system on a volume.`,
    () => l10n.t`When a volume attached directly to the guest is expanded.`,
    {
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`Only this request fails.`,
    },
  ),
];
