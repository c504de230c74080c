/** Provides pods, workloads, and related objects for rule tests, and helpers for their findings. */
import assert from 'node:assert/strict';
import { formatKindApiVersion } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type CheckOptions } from './checkText.ts';

const hypervisor = 'io.katacontainers.config.hypervisor';

/** Parts of a test pod. */
export interface Parts {
  readonly runtime?: string | undefined;
  readonly annotations?: readonly string[];
  readonly spec?: readonly string[];
  readonly container?: readonly string[];
  readonly namespace?: string;
}

/** Returns the lines of a pod after its kind, or of a pod template. */
function template(
  { runtime = 'kata-remote', annotations: written = [], spec = [], container = [] }: Parts,
  namespace: readonly string[] = [],
): string[] {
  return [
    'metadata:',
    '  name: web',
    ...namespace,
    ...(written.length === 0 ? [] : ['  annotations:', ...written.map((line) => `    ${line}`)]),
    'spec:',
    ...(runtime === '' ? [] : [`  runtimeClassName: ${runtime}`]),
    ...spec.map((line) => `  ${line}`),
    '  containers:',
    '    - name: web',
    '      image: quay.io/example/web',
    ...container.map((line) => `      ${line}`),
  ];
}

/** Returns the manifest of a pod. */
export function pod(parts: Parts = {}): string {
  const namespace = parts.namespace === undefined ? [] : [`  namespace: ${parts.namespace}`];
  return `${['apiVersion: v1', 'kind: Pod', ...template(parts, namespace)].join('\n')}\n`;
}

/** Returns the manifest of a workload of this kind with a pod template. */
export function workload(id: string, parts: Parts, own: readonly string[] = []): string {
  const kind = knownKinds.find((known) => known.id === id);
  assert.ok(kind?.podPath !== undefined);
  if (id === 'Pod') return pod(parts);
  const lines = [`apiVersion: ${formatKindApiVersion(kind)}`, `kind: ${id}`, 'metadata:', '  name: web', ...own];
  for (const [depth, step] of kind.podPath.entries()) {
    lines.push(`${'  '.repeat(depth)}${step}:`);
    if (id === 'CronJob' && depth === 0) lines.push('  schedule: "@daily"');
  }
  // Jobs require a restart policy.
  const restart = kind.id === 'Job' || kind.id === 'CronJob' ? ['restartPolicy: Never'] : [];
  const ofPod = template({ ...parts, spec: [...(parts.spec ?? []), ...restart] });
  return `${[...lines, ...ofPod.map((line) => `${'  '.repeat(kind.podPath?.length ?? 0)}${line}`)].join('\n')}\n`;
}

export const annotation = (name: string, value: string): string => `${hypervisor}.${name}: ${value}`;

/** Returns the rules and severities of all findings. Checks that the Problems view can display every message. */
export async function found(text: string, options: CheckOptions = {}): Promise<string[]> {
  const all = await check(text, options);
  for (const { message } of all) assert.match(message, /^[^\n`]{20,240}$/);
  return all.map(({ rule, severity }) => `${rule.replace('osc/', '')} ${severity}`);
}

/** Returns the titles of all fixes. Marks the safe ones. */
export async function titles(text: string, options: CheckOptions = {}): Promise<string[]> {
  return (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.map(({ title, sure }) => `${title}${sure ? ' (sure)' : ''}`),
  );
}

/** Returns the text after all safe fixes. */
export async function fixText(text: string, options: CheckOptions = {}): Promise<string> {
  const fixes = (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.filter(({ sure }) => sure).slice(0, 1),
  );
  return applyEdits(text, selectCompatibleEdits(fixes));
}

/** Returns the text after the first fix with a matching title. */
export async function after(text: string, title: RegExp, options: CheckOptions = {}): Promise<string | undefined> {
  const fix = (await check(text, options))
    .flatMap(({ finding }) => finding.fixes)
    .find((candidate) => title.test(candidate.title));
  return fix === undefined ? undefined : applyEdits(text, selectCompatibleEdits([fix]));
}

export const kataConfig = (...lines: string[]): string =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n${lines.length === 0 ? '' : `spec:\n${lines.map((line) => `  ${line}\n`).join('')}`}`;

export const configMap = (...lines: string[]): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${lines.map((line) => `  ${line}\n`).join('')}`;

export const aws = (types: string, ...lines: string[]): string =>
  configMap('CLOUD_PROVIDER: "aws"', `PODVM_INSTANCE_TYPES: ${types}`, ...lines);
export const typed = (type: string): string => pod({ annotations: [annotation('machine_type', type)] });
export const notAllowed = ['pod-machine-type-not-allowed error'];
