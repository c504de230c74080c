/**
 * What the must-gather of sandboxed containers brings besides objects and journals: names of pods that use kata, and of
 * each node what its kernel said and which packages it has. Source: domain/07-must-gather.md 7.2 (collection-scripts of
 * the operator).
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getList, getString } from '#core/common/json.ts';
import * as names from '../controllers/framework/resourceNames.ts';
import type { ClusterToGather, FileToWrite } from './mustGatherFiles.ts';

/**
 * Kata as openshift/sandboxed-containers-operator PR #2598 names it for OpenShift 4.21 (domain/10-open-points.md); the
 * number of QEMU is made up.
 */
const packages = 'kata-containers-3.25.0-7.rhaos4.21.el9.x86_64\nqemu-kvm-core-9.1.0-15.el9.x86_64\n';

/**
 * Pods alone are found: of what makes pods, the script asks a field that is not there.
 * @param folder of the texts, with a slash at its end
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

/** @param root of the image, with a slash at its end */
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
