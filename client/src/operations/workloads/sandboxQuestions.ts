/** Asks how to run a workload in a sandbox and converts the answers to a `SandboxWish`. Uses VS Code only for types. */
import * as l10n from '@vscode/l10n';
import {
  amountProblem,
  imageProblem,
  instanceTypeProblem,
  machineTypeKey,
  memoryKey,
  namespaceRefusal,
  offeredClasses,
  takesImage,
  vcpusKey,
  type SandboxTarget,
  type SandboxSize,
  type SandboxWish,
} from '#core/operations/sandboxWorkload/sandboxFields.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { formatList, joinSentences } from '#core/text/grammar.ts';

export interface SandboxContext extends SandboxTarget {
  /** Label such as `Deployment web`. */
  readonly label: string;
  /** Annotations of the pod. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Runtime classes of the cluster. Undefined if unknown. */
  readonly runtimeClasses?: readonly string[];
  /** Instance types to offer if the allowed types are unknown. */
  readonly suggestedTypes?: readonly string[];
}

type Answers = ReadonlyMap<string, string>;

/** Returns the next question for these answers, or undefined if there is none. */
export function nextSandboxQuestion(context: SandboxContext, answers: Answers): NamedInputStep | undefined {
  if (!answers.has('class')) return classQuestion(context);
  if (answers.get('class') !== 'kata-remote') return undefined;
  if (!answers.has('size')) return sizeQuestion(context);
  const size = answers.get('size');
  if (size === 'type' && !answers.has('type')) return typeQuestion(context);
  if (size === 'type' && answers.get('type') === '' && !answers.has('otherType')) return otherType(context);
  if (size === 'automatic' && !answers.has('vcpus'))
    return amountQuestion('vcpus', l10n.t`Minimum vCPUs for the pod VM`, context.annotations[vcpusKey] ?? '2');
  if (size === 'automatic' && !answers.has('memory'))
    return amountQuestion(
      'memory',
      l10n.t`Minimum memory for the pod VM, in MiB`,
      context.annotations[memoryKey] ?? '4096',
    );
  const image = takesImage(context.release);
  if (image === false) return undefined;
  if (!answers.has('image')) return imageQuestion(image);
  if (answers.get('image') === 'own' && !answers.has('imageId')) return imageIdQuestion(context);
  return undefined;
}

/**
 * Converts the answers.
 * @param answers complete, with no question left
 */
export function wishFrom(answers: Answers): SandboxWish {
  const image = answers.get('image') === 'own' ? answers.get('imageId')?.trim() : undefined;
  return {
    runtimeClass: answers.get('class') ?? '',
    size: sizeFrom(answers),
    ...(image === undefined || image === '' ? {} : { image }),
  };
}

function sizeFrom(answers: Answers): SandboxSize {
  switch (answers.get('size')) {
    case 'type':
      return { kind: 'type', instanceType: (answers.get('type') || answers.get('otherType') || '').trim() };
    case 'automatic':
      return { kind: 'automatic', vcpus: Number(answers.get('vcpus')), memoryMiB: Number(answers.get('memory')) };
    case 'default':
      return { kind: 'default' };
    default:
      return { kind: 'asIs' };
  }
}

/** Asks for the runtime class. Omits classes that can't be used in the namespace, so the list can be empty. */
function classQuestion({ label, release, namespace, before, runtimeClasses }: SandboxContext): NamedInputStep {
  const items = offeredClasses(release, runtimeClasses)
    .filter(({ name }) => namespaceRefusal(name, namespace) === undefined)
    .map(({ name, summary, needs }) => ({
      label: name,
      value: name,
      detail: joinSentences(summary, l10n.t`Requires: ${needs}`),
      ...(name === before
        ? {
            description: l10n.t`current`,
          }
        : {}),
    }));
  return {
    name: 'class',
    placeHolder: l10n.t`Select a runtime class for ${label}`,
    items,
    always: true,
    ...(before === undefined ? {} : { active: before }),
  };
}

function sizeQuestion({ annotations }: SandboxContext): NamedInputStep {
  const type = annotations[machineTypeKey];
  const now =
    type !== undefined
      ? `machine_type ${type}`
      : annotations[vcpusKey] === undefined && annotations[memoryKey] === undefined
        ? undefined
        : formatList(['default_vcpus', 'default_memory']);
  return {
    name: 'size',
    placeHolder: l10n.t`Select the pod VM size`,
    items: [
      ...(now === undefined ? [] : [{ label: l10n.t`Keep the current annotations`, value: 'asIs', description: now }]),
      {
        label: l10n.t`Default instance type`,
        value: 'default',
        detail: l10n.t`Uses the value of PODVM_INSTANCE_TYPE, or of the cloud provider's equivalent key, in peer-pods-cm`,
      },
      { label: l10n.t`Specific instance type...`, value: 'type', detail: l10n.t`Sets the machine_type annotation` },
      {
        label: l10n.t`Automatic, by vCPUs and memory...`,
        value: 'automatic',
        detail: l10n.t`Sets the default_vcpus and default_memory annotations. cloud-api-adaptor uses the smallest allowed instance type that fits. Container resources override the annotations.`,
      },
    ],
  };
}

function typeQuestion({ instanceTypes, suggestedTypes = [] }: SandboxContext): NamedInputStep {
  const allowed =
    instanceTypes === undefined
      ? suggestedTypes
      : instanceTypes.types.length > 0
        ? instanceTypes.types
        : instanceTypes.default === undefined
          ? []
          : [instanceTypes.default];
  const items = allowed.slice(0, 500).map((type) => ({
    label: type,
    value: type,
    ...(type === instanceTypes?.default
      ? {
          description: l10n.t`Default`,
        }
      : {}),
  }));
  const other =
    instanceTypes === undefined
      ? [
          {
            label: l10n.t({
              message: 'Other...',
              args: [],
              comment: ['A choice: the user enters another instance type.'],
            }),
            value: '',
            detail: l10n.t`Must be listed in peer-pods-cm`,
          },
        ]
      : [];
  return {
    name: 'type',
    placeHolder: l10n.t`Select an instance type`,
    items: [...items, ...other],
  };
}

function otherType({ instanceTypes, annotations }: SandboxContext): NamedInputStep {
  return {
    name: 'otherType',
    prompt: l10n.t`Instance type, as named by the cloud provider`,
    value: annotations[machineTypeKey] ?? '',
    says: (text) => wrong(instanceTypeProblem(text.trim(), instanceTypes)),
  };
}

function amountQuestion(name: 'vcpus' | 'memory', prompt: string, value: string): NamedInputStep {
  return {
    name,
    prompt: prompt,
    value,
    says: (text) => wrong(/^\d+$/.test(text) ? amountProblem(Number(text)) : l10n.t`Enter an integer of at least 1.`),
  };
}

function imageQuestion(taken: true | 'unknown'): NamedInputStep {
  return {
    name: 'image',
    placeHolder: l10n.t`Select the pod VM image`,
    items: [
      {
        label: l10n.t`Unchanged`,
        value: 'asIs',
        detail: l10n.t`Uses the image in the pod annotation. If the annotation isn't set, uses the image in peer-pods-cm.`,
      },
      {
        label: l10n.t`Custom image...`,
        value: 'own',
        detail:
          taken === 'unknown'
            ? l10n.t`Specify the image ID from the cloud provider. An image in a private registry requires a pull secret. It's unknown whether this release supports custom images.`
            : l10n.t`Specify the image ID from the cloud provider. An image in a private registry requires a pull secret.`,
      },
    ],
  };
}

function imageIdQuestion({ release }: SandboxContext): NamedInputStep {
  return {
    name: 'imageId',
    prompt: l10n.t`Image ID from the cloud provider`,
    placeHolder: 'ami-0123456789abcdef0',
    says: (text) => wrong(imageProblem(text.trim(), release)),
  };
}

function wrong(message: string | undefined): { readonly message: string; readonly wrong: boolean } | undefined {
  return message === undefined ? undefined : { message, wrong: true };
}
