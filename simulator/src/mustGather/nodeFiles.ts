/**
 * Creates the files of the sandboxed containers must-gather other than objects and journals: names of pods that use
 * Kata and, for each node, kernel messages and packages. Source: domain/07-must-gather.md 7.2 (collection-scripts of
 * the operator).
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getList, getString } from '#core/common/json.ts';
import * as names from '../controllers/framework/resourceNames.ts';
import type { ClusterToGather, FileToWrite } from './mustGatherFiles.ts';

/**
 * Kata packages as named in openshift/sandboxed-containers-operator PR #2598 for OpenShift 4.21
 * (domain/10-open-points.md). The QEMU version is made up.
 */
const packages = 'kata-containers-3.25.0-7.rhaos4.21.el9.x86_64\nqemu-kvm-core-9.1.0-15.el9.x86_64\n';

/**
 * Lists the Kata pods. As with the real script, only pods are found, because the script queries a nonexistent field of
 * workloads.
 * @param folder folder for the text files, with a trailing slash
 */
export function namesOfKataPods({ client }: ClusterToGather, folder: string): readonly FileToWrite[] {
  const found = client
    .list(names.pods)
    .filter((pod) => getString(pod, 'spec', 'runtimeClassName')?.includes('kata') === true);
  const at = `${folder}namespaces/${operatorNamespace}/deployments/`;
  return [
    { path: `${at}pods`, text: found.map(({ metadata }) => `${metadata.name}\n`).join('') },
    ...['deployments', 'statefulsets', 'deploymentconfigs'].map((kind) => ({ path: `${at}${kind}`, text: '' })),
  ];
}

/**
 * Creates the files of each node.
 * @param root folder of the image, with a trailing slash
 */
export function ofNodes({ client }: ClusterToGather, root: string): readonly FileToWrite[] {
  const installed = new Set(
    client.list(names.kataConfigs).flatMap((config) => getList(config, 'status', 'kataNodes', 'installed')),
  );
  return client.list(names.nodes).flatMap(({ metadata: { name } }) => [
    { path: `${root}nodes/${name}/version`, text: installed.has(name) ? packages : '' },
    { path: `${root}nodes/${name}/dmesg`, text: dmesg },
    {
      path: `${root}nodes/${name}/proc_cmdline`,
      text: 'BOOT_IMAGE=(hd0,gpt3)/ostree/rhcos-0000/vmlinuz ignition.platform.id=metal systemd.unified_cgroup_hierarchy=1\n',
    },
  ]);
}

const dmesg = [
  '[    0.000000] Linux version 5.14.0-570.el9.x86_64 (mockbuild@x86-vm-09) (gcc (GCC) 11.5.0)',
  '[    0.000000] Command line: BOOT_IMAGE=(hd0,gpt3)/ostree/rhcos-0000/vmlinuz ignition.platform.id=metal',
  '[    0.412345] smpboot: CPU0: Intel(R) Xeon(R) Gold 6338',
  '[    2.104711] systemd[1]: Detected architecture x86-64.',
  '',
].join('\n');
