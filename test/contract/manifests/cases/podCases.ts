/** Cases about the runtime class and the Kata annotations of pods. */
import { changed, deployment, manifestCase as of, pod, type ManifestCase } from '../manifestCase.ts';

const kata = 'io.katacontainers.config.hypervisor.default_vcpus: "2"';
const written = `  annotations:\n    ${kata}\n`;
const runtimeClass = (line: string): string => changed(pod, '  runtimeClassName: kata\n', `  ${line}\n`);
const annotations = (text: string): string => changed(pod, written, text);
const bare = annotations('');
const inTemplate = (name: string): string => changed(deployment, 'Name: kata\n', `Name: ${name}\n`);
const inDeployment = (before: string, text: string): string => changed(deployment, before, `${text}${before}`);

export const podCases: readonly ManifestCase[] = [
  of(
    'W2',
    'Deployment without a mistake',
    inDeployment('      labels:\n        app: web\n    spec:', `      annotations:\n        ${kata}\n`),
  ),
  of('W2', 'Pod, `metadata.annotation`', annotations(`  annotation:\n    ${kata}\n`), 'unknown-field error'),
  of('W2', 'Pod, `metadata.Annotations`', annotations(`  Annotations:\n    ${kata}\n`), 'unknown-field error'),
  of(
    'W2',
    'Pod, `spec.annotations`',
    changed(bare, 'spec:\n', `spec:\n  annotations:\n    ${kata}\n`),
    'pod-annotation-place error',
  ),
  of(
    'W2',
    'Pod, `annotations` at the top level',
    changed(bare, 'metadata:\n', `annotations:\n  ${kata}\nmetadata:\n`),
    'unknown-field error',
  ),
  of(
    'W2',
    'Pod, `annotations` of a container',
    `${bare}      annotations:\n        ${kata}\n`,
    'pod-annotation-place error',
  ),
  of(
    'W2',
    'Deployment, `spec.annotations`',
    inDeployment('  selector:\n', `  annotations:\n    ${kata}\n`),
    'pod-annotation-place error',
  ),
  of(
    'W2',
    'Deployment, `spec.template.annotations`',
    inDeployment('    metadata:\n      labels', `    annotations:\n      ${kata}\n`),
    'unknown-field error',
  ),
  of('W2', 'Pod, list of annotations', annotations(`  annotations:\n    - ${kata}\n`), 'wrong-type error'),
  of(
    'W2',
    'Pod, annotations as text',
    annotations(`  annotations: io.katacontainers.config.hypervisor.default_vcpus=2\n`),
    'wrong-type error',
  ),
  of(
    'W2',
    'Pod, Kata annotation under `labels`',
    annotations(`  labels:\n    ${kata}\n`),
    'pod-annotation-place warning',
  ),
  of(
    'W2',
    'Deployment, Kata annotation in its own `metadata`',
    changed(deployment, '  name: web\n', `  name: web\n  annotations:\n    ${kata}\n`),
    'pod-annotation-level warning',
  ),
  of('W4', 'Pod, `rutimeClassName: kata`', runtimeClass('rutimeClassName: kata'), 'pod-runtimeclass-key error'),
  of('W4', 'Pod, `runtimeClasName: kata`', runtimeClass('runtimeClasName: kata'), 'pod-runtimeclass-key error'),
  of('W4', 'Pod, `runtimeHandler: kata`', runtimeClass('runtimeHandler: kata'), 'pod-runtimeclass-key error'),
  of('W4', 'Pod, `runtimeclassname: kata`', runtimeClass('runtimeclassname: kata'), 'pod-runtimeclass-key error'),
  of('W5', 'Pod, `runtimeClassName: 1`', runtimeClass('runtimeClassName: 1'), 'wrong-type error'),
  of(
    'W5',
    'Pod, `runtimeClassName: [kata-remote]`',
    runtimeClass('runtimeClassName: [kata-remote]'),
    'wrong-type error',
  ),
  of(
    'W5',
    'Pod, `metadata.runtimeClassName`',
    changed(runtimeClass('hostNetwork: false'), '  name: web\n', '  name: web\n  runtimeClassName: kata\n'),
    'pod-runtimeclass-place error',
  ),
  of(
    'W5',
    'Deployment, `spec.runtimeClassName`',
    changed(
      changed(deployment, '      runtimeClassName: kata\n', ''),
      '  selector:\n',
      '  runtimeClassName: kata\n  selector:\n',
    ),
    'pod-runtimeclass-place error',
  ),
  // A Pod is also rejected if the cluster doesn't have the class, so only a Deployment shows whether the name is valid.
  of('W5', 'Deployment, `runtimeClassName: Kata`', inTemplate('Kata'), 'pod-runtimeclass-unknown error'),
  of('W5', 'Deployment, `runtimeClassName: kata_remote`', inTemplate('kata_remote'), 'pod-runtimeclass-unknown error'),
  of('W5', 'Deployment, `runtimeClassName: ""`', inTemplate('""'), 'pod-runtimeclass-unknown error'),
  of('W5', 'Deployment, `runtimeClassName: kata.example`', inTemplate('kata.example')),
];
