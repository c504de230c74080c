/**
 * Descriptions of the `input` fields that policies use most, by `Message.field`. The names of the other fields are
 * self-explanatory.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

const underscored = () => l10n.t('The name has an underscore: `type_`.');

export const describeField: Readonly<Record<string, Message>> = {
  'CreateContainerRequest.container_id': () => l10n.t`Container ID: 64 hexadecimal digits, different for every pod.`,
  'CreateContainerRequest.OCI': () =>
    l10n.t`Container requested by the runtime: process, mounts, environment, and limits.`,
  'CreateContainerRequest.storages': () =>
    l10n.t`Mounts in the guest for the container: image layers, volumes, and shared folders.`,
  'CreateContainerRequest.sandbox_pidns': () => l10n.t`True if the container shares the pod's PID namespace.`,
  'CreateContainerRequest.string_user': () =>
    l10n.t`User, specified by name. Null if the image isn't pulled in the guest.`,
  'CreateContainerRequest.shared_mounts': () => l10n.t`Mounts shared by the containers in the pod.`,
  'ExecProcessRequest.process': () => l10n.t('Process to run. The command is in `input.process.Args`.'),
  'CreateSandboxRequest.dns': () => l10n.t`Lines for /etc/resolv.conf.`,
  'CreateSandboxRequest.storages': () => l10n.t`Mounts in the guest for all containers.`,
  'CreateSandboxRequest.guest_hook_path': () => l10n.t`Folder in the guest that contains the OCI hooks to run.`,
  'CopyFileRequest.symlink_target': () => l10n.t`Target of the symbolic link. Null if the file isn't a link.`,
  'CopyFileRequest.file_mode': () => l10n.t`File type and permissions, as a number.`,
  'CopyFileRequest.data': () => l10n.t`File contents, as a list of numbers. Can be very long, so don't print it.`,
  'CopyFileRequest.offset': () => l10n.t`Offset of this chunk in the file. Large files are sent in several requests.`,
  'SignalProcessRequest.signal': () => l10n.t`Signal number, such as 15 for SIGTERM or 9 for SIGKILL.`,
  'SignalProcessRequest.exec_id': () => l10n.t`Process to signal. If empty, signals all processes in the container.`,
  'ReadStreamRequest.len': () => l10n.t`Maximum number of bytes to read.`,
  'UpdateRoutesRequest.routes': () => l10n.t`New list of all routes.`,
  'Spec.Annotations': () =>
    l10n.t('Annotations set by the container runtime and Kubernetes, such as `io.kubernetes.cri.container-type`.'),
  'Process.Args': () => l10n.t`Command and arguments, one string each.`,
  'Process.Env': () => l10n.t('Environment variables in the form `NAME=value`, one string each.'),
  'Process.Capabilities': () => l10n.t('Linux capabilities, such as `CAP_CHOWN`.'),
  'Mount.type_': () =>
    l10n.t('Mount type, such as `bind` or `tmpfs`. The field name ends with an underscore: `type_`.'),
  'Mount.options': () => l10n.t('Options, such as `rbind`, `ro`, or `nosuid`.'),
  'Device.type_': underscored,
  'Interface.type_': underscored,
  'Storage.driver': () =>
    l10n.t('Storage driver: `image_guest_pull`, `blk`, `local`, `ephemeral`, or `watchable-bind`.'),
  'Storage.driver_options': () => l10n.t`Driver options, such as an image digest.`,
  'LinuxNamespace.Type': () => '`ipc`, `uts`, `mount`, `pid`, `network`, `cgroup`.',
  'LinuxNamespace.Path': () => l10n.t`Namespace to join. If empty, a new namespace is created.`,
};
