/**
 * Generates policies as genpolicy does: its rules, followed by the data of a pod. The rules of genpolicy are external
 * data, which is read from outside the project if available. Source of the shape of the data:
 * kata-containers@ddcb1ad8d2 src/tools/genpolicy/genpolicy-settings.json, src/tools/genpolicy/rules.rego.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { conformanceFolder } from '#scripts/conformance/conformanceCases.ts';
import type { CorpusFile } from './foreignFiles.ts';
import { Random } from './random.ts';

/** Maximum number of containers in a pod. */
const maxContainers = 8;

/** Creates this number of policies, half of them with the rules of each version. Returns none without the rules. */
export function* createPolicies(count: number): Generator<CorpusFile> {
  const folder = path.join(conformanceFolder() ?? '', 'newer/genpolicy');
  const versions = ['3.28.0', '4.1.0'].map((version) => path.join(folder, `rules-${version}.rego`));
  if (!versions.every((file) => existsSync(file))) return;
  const rules = versions.map((file) => readFileSync(file, 'utf8'));
  const random = new Random(1680);
  for (let index = 0; index < count; index += 1) {
    const data = createData(random, 1 + (index % maxContainers));
    yield {
      path: `pods-${Math.floor(index / 100)}/policy-${index}.rego`,
      text: `${rules[index % rules.length] ?? ''}\npolicy_data := ${JSON.stringify(data, undefined, 2)}\n`,
    };
  }
}

function createData(random: Random, containers: number) {
  const pod = random.name();
  return {
    containers: [
      createContainer(random, pod, true),
      ...random.list(containers, () => createContainer(random, pod, false)),
    ],
    common: {
      cpath: '/run/kata-containers/shared/containers',
      dns_label: '[a-zA-Z0-9_\\.\\-]+',
      ip_p: '[0-9]{1,5}',
      ipv4_a: '((25[0-5]|(2[0-4]|1\\d|[1-9]|)\\d)\\.?\\b){4}',
      root_path: '/run/kata-containers/$(bundle-id)/rootfs',
      sfprefix: '^$(cpath)/$(bundle-id)-[a-z0-9]{16}-',
      spath: '/run/kata-containers/sandbox/storage',
      default_caps: capabilities,
      privileged_caps: [...capabilities, 'CAP_SYS_ADMIN', 'CAP_NET_ADMIN', 'CAP_SYS_PTRACE'],
      svc_name_downward_env: '[A-Z](?:[A-Z0-9_]{0,61}[A-Z0-9])?',
    },
    cluster_config: { cgroup_mount_extras_allowed: ['nsdelegate'], pause_container_image: 'pause:3.10' },
    sandbox: { storages: [storage(random)] },
    devices: { vfio: { device_path: '/dev/vfio/[0-9]+' } },
    request_defaults: {
      CreateContainerRequest: { allow_env_regex: [`^HOSTNAME=${pod}$`] },
      CopyFileRequest: ['$(sfprefix)'],
      ExecProcessRequest: { allowed_commands: [], regex: [] },
      UpdateInterfaceRequest: { allow_raw_flags: 128, forbidden_names: ['lo'], forbidden_hw_addrs: [] },
      UpdateRoutesRequest: { forbidden_device_names: ['lo'], forbidden_source_regex: ['^127\\..*$'] },
      AddARPNeighborsRequest: {
        forbidden_device_names: ['lo'],
        forbidden_cidrs_regex: ['^127\\..*$'],
        allowed_states: [2, 128],
      },
      CloseStdinRequest: false,
      GetDiagnosticDataRequest: false,
      ReadStreamRequest: random.isLikely(0.5),
      UpdateEphemeralMountsRequest: false,
      WriteStreamRequest: false,
    },
  };
}

const capabilities = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FSETID',
  'CAP_FOWNER',
  'CAP_MKNOD',
  'CAP_NET_RAW',
  'CAP_SETGID',
  'CAP_SETUID',
  'CAP_SETFCAP',
  'CAP_SETPCAP',
  'CAP_NET_BIND_SERVICE',
  'CAP_SYS_CHROOT',
  'CAP_KILL',
  'CAP_AUDIT_WRITE',
];

function createContainer(random: Random, pod: string, isSandbox: boolean) {
  const name = random.name();
  return {
    OCI: {
      Version: '1.1.0',
      Process: {
        Terminal: false,
        User: { UID: 65_535, GID: 65_535, AdditionalGids: [65_535], Username: '' },
        Args: isSandbox ? ['/pause'] : random.list(random.integer(1, 6), () => `--${random.name()}`),
        Env: random.list(isSandbox ? 1 : random.integer(2, 16), (index) => `VARIABLE_${index}=${random.name()}`),
        Cwd: '/',
        Capabilities: {
          Ambient: [],
          Bounding: ['$(default_caps)'],
          Effective: ['$(default_caps)'],
          Inheritable: [],
          Permitted: ['$(default_caps)'],
        },
        NoNewPrivileges: true,
      },
      Root: { Path: '$(root_path)', Readonly: true },
      Mounts: mountTargets.map((destination) => mount(random, destination)),
      Hooks: null,
      Annotations: {
        'io.katacontainers.pkg.oci.bundle_path': '/run/containerd/io.containerd.runtime.v2.task/k8s.io/$(bundle-id)',
        'io.katacontainers.pkg.oci.container_type': isSandbox ? 'pod_sandbox' : 'pod_container',
        'io.kubernetes.cri.container-name': name,
        'io.kubernetes.cri.container-type': isSandbox ? 'sandbox' : 'container',
        'io.kubernetes.cri.image-name': `quay.io/example/${name}:1.0`,
        'io.kubernetes.cri.sandbox-id': '^[a-z0-9]{64}$',
        'io.kubernetes.cri.sandbox-name': pod,
        'io.kubernetes.cri.sandbox-namespace': 'shop',
        'nerdctl/network-namespace':
          '^/var/run/netns/cni-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      },
      Linux: {
        Namespaces: ['ipc', 'uts', 'mount', 'pid'].map((type) => ({ Type: type, Path: '' })),
        MaskedPaths: ['/proc/acpi', '/proc/kcore', '/proc/keys', '/proc/timer_list', '/sys/firmware', '/proc/scsi'],
        ReadonlyPaths: ['/proc/asound', '/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
        Devices: [],
        Sysctl: {},
      },
    },
    storages: random.list(isSandbox ? 0 : random.integer(1, 4), () => storage(random)),
    devices: [],
    sandbox_pidns: false,
    exec_commands: isSandbox
      ? []
      : random.list(random.integer(0, 2), () => ['/usr/bin/test', '-f', `/tmp/${random.name()}`]),
  };
}

const mountTargets = [
  '/proc',
  '/dev',
  '/dev/pts',
  '/dev/shm',
  '/dev/mqueue',
  '/sys',
  '/sys/fs/cgroup',
  '/etc/hosts',
  '/etc/hostname',
  '/etc/resolv.conf',
  '/dev/termination-log',
  '/var/run/secrets/kubernetes.io/serviceaccount',
];

const mount = (random: Random, destination: string) => ({
  destination,
  source: destination.startsWith('/etc') ? `$(sfprefix)${path.posix.basename(destination)}$` : 'tmpfs',
  type_: destination.startsWith('/etc') ? 'bind' : 'tmpfs',
  options: ['rbind', random.pick(['rprivate', 'rslave']), random.pick(['rw', 'ro'])],
});

const storage = (random: Random) => ({
  driver: random.pick(['ephemeral', 'local', 'blk']),
  driver_options: [],
  source: random.pick(['tmpfs', 'local', '']),
  fstype: random.pick(['tmpfs', 'local', 'ext4']),
  options: ['mode=0777'],
  mount_point: `^/run/kata-containers/sandbox/${random.name()}$`,
  fs_group: null,
  shared: false,
});
