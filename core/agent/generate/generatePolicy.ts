/**
 * Generates an agent policy from a Pod or a workload. The policy denies every request except those that a pod needs,
 * and allows only the containers of the manifest. Sources: domain/04-agent-policy.md 4.2, 4.3;
 * kata-containers@7c6ba40c src/tools/genpolicy/rules.rego.
 */
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { listContainerChecks, sandboxContainerChecks, type PodContext } from './containerChecks.ts';
import type { GenerateOptions } from './generateOptions.ts';
import { getRequestDefaults } from './genpolicySettings.ts';
import { listProbes, type Probe } from './probes.ts';
import { escapePattern, fieldAt, itemsOf, textOf, type FieldMessage, type PodField } from './podField.ts';
import { renderPolicy } from './renderPolicy.ts';
import { ExpansionError, readConfigMaps, type ExpectedValue, type PodFacts } from './variables.ts';

/** The workload, as plain objects. */
export interface WorkloadToGenerate {
  readonly kind: string;
  readonly object: unknown;
  /** Path of the pod: empty for a Pod, otherwise the path of the pod template. */
  readonly podPath: readonly string[];
  /** All objects in the file. The policy uses the values of its ConfigMaps. */
  readonly objects: readonly unknown[];
}

/** A generated policy. */
export interface GeneratedPolicy {
  /** Undefined if the workload is incomplete. A message then explains why. */
  readonly text?: string;
  readonly messages: readonly FieldMessage[];
}

/** Maximum number of containers. More are unusual, and the policy would be too large for an annotation. */
const maxContainers = 100;

/** Maximum number of characters in expanded values. More would be too large for an annotation. */
const maxExpanded = 1_000_000;

/** Generates a policy for a pod or workload. */
export function generatePolicy(workload: WorkloadToGenerate, options: GenerateOptions): GeneratedPolicy {
  const messages: FieldMessage[] = [];
  const add = ({ path }: PodField, message: string, fatal?: true) =>
    messages.push({ path, message, ...(fatal === true ? { fatal } : {}) });
  const root: PodField = { value: workload.object, path: [] };
  const pod = fieldAt(root, ...workload.podPath);
  const spec = fieldAt(pod, 'spec');
  const containers = ['initContainers', 'containers'].flatMap((key) => itemsOf(fieldAt(spec, key)));
  if (itemsOf(fieldAt(spec, 'containers')).length === 0 || containers.length > maxContainers) {
    add(fieldAt(spec, 'containers'), containerCountMessage(containers.length), true);
    return { messages };
  }
  for (const container of containers) checkImage(container, add);
  if (messages.some(({ fatal }) => fatal === true)) return { messages };
  for (const [key, message] of Object.entries(uncovered)) {
    const field = fieldAt(spec, key);
    if (itemsOf(field).length > 0) add(field, message());
  }
  const settings = options.settings ?? getRequestDefaults();
  const context = contextOf(workload, root, pod, { add });
  const probes: readonly Probe[] = containers.flatMap(listProbes);
  const render = (): string =>
    renderPolicy({
      workload: { kind: workload.kind, name: textOf(fieldAt(root, 'metadata', 'name')) },
      sandbox: sandboxContainerChecks(context),
      containers: containers.map((container) => listContainerChecks(container, context)),
      context,
      probes,
      settings,
      options,
    });
  try {
    return { text: render(), messages };
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    add(
      fieldAt(spec, 'containers'),
      l10n.t`No policy was generated, because the variables in commands and values expand to more than ${maxExpanded} characters.`,
      true,
    );
    return { messages };
  }
}

function containerCountMessage(count: number): string {
  return count === 0
    ? l10n.t`No policy was generated, because the pod has no containers.`
    : l10n.t`No policy was generated, because the pod has more than ${maxContainers} containers.`;
}

function checkImage(container: PodField, add: (field: PodField, message: string, fatal?: true) => void): void {
  const image = fieldAt(container, 'image');
  const text = textOf(image);
  if (text === undefined || text.trim() === '' || isPlaceholder(text))
    add(image, l10n.t`No policy was generated, because the image is unknown. Enter the image of the container.`, true);
}

/** Fields of a pod that the policy doesn't cover. */
const uncovered: Readonly<Record<string, () => string>> = {
  ephemeralContainers: () => l10n.t`The policy denies ephemeral containers.`,
};

function contextOf(
  { kind, podPath, objects }: WorkloadToGenerate,
  root: PodField,
  pod: PodField,
  messages: PodContext['messages'],
): PodContext {
  const metadata = fieldAt(pod, 'metadata');
  const spec = fieldAt(pod, 'spec');
  const runtimeClass = fieldAt(spec, 'runtimeClassName');
  const namespace = textOf(fieldAt(root, 'metadata', 'namespace'));
  const facts: PodFacts = {
    metadata,
    spec,
    namespace,
    podName: podNameOf(kind, podPath.length === 0, fieldAt(root, 'metadata')),
    configMaps: readConfigMaps(objects),
    expansion: { left: maxExpanded },
  };
  if (textOf(runtimeClass) === undefined)
    messages.add(
      fieldAt(pod, 'spec'),
      l10n.t`The pod has no runtimeClassName. The policy assumes a peer pod, in which the guest pulls the container images.`,
    );
  return { facts, runtimeClass, isLocal: textOf(runtimeClass) === 'kata', messages };
}

/** Returns the name of the pod. Controllers add a suffix to their own name. */
function podNameOf(kind: string, isPod: boolean, metadata: PodField): ExpectedValue {
  const known = (key: string) => {
    const text = textOf(fieldAt(metadata, key));
    return text === undefined || isPlaceholder(text) ? undefined : text;
  };
  const [name, prefix] = [known('name'), known('generateName')];
  if (isPod && name !== undefined) return { equals: name };
  const suffix = kind === 'StatefulSet' ? '-[0-9]+' : '-[a-z0-9-]+';
  if (!isPod && name !== undefined) return { matches: `${escapePattern(name)}${suffix}` };
  return prefix === undefined ? { any: true } : { matches: `${escapePattern(prefix)}[a-z0-9-]+` };
}
