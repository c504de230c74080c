/** What is asked before a workload is run in a sandbox, and the wish that comes of the answers. Without VS Code but for types. */
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
  type SandboxPlace,
  type SandboxSize,
  type SandboxWish,
} from '../../../core/lifecycle/sandboxing.ts';
import type { NamedStep } from '../steps.ts';

export interface SandboxContext extends SandboxPlace {
  /** `Deployment web`. */
  readonly label: string;
  /** The annotations of the pod. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Those of the cluster; undefined: none is known. */
  readonly runtimeClasses?: readonly string[];
  /** To be offered where nobody knows what is allowed. */
  readonly suggestedTypes?: readonly string[];
}

type Answers = ReadonlyMap<string, string>;

/** The question that follows from these answers. */
export function nextSandboxQuestion(context: SandboxContext, answers: Answers): NamedStep | undefined {
  if (!answers.has('class')) return classQuestion(context);
  if (answers.get('class') !== 'kata-remote') return undefined;
  if (!answers.has('size')) return sizeQuestion(context);
  const size = answers.get('size');
  if (size === 'type' && !answers.has('type')) return typeQuestion(context);
  if (size === 'type' && answers.get('type') === '' && !answers.has('otherType')) return otherType(context);
  if (size === 'automatic' && !answers.has('vcpus'))
    return amountQuestion('vcpus', 'Processors of the virtual machine, at least', context.annotations[vcpusKey] ?? '2');
  if (size === 'automatic' && !answers.has('memory'))
    return amountQuestion('memory', 'Memory of the virtual machine in MiB, at least', context.annotations[memoryKey] ?? '4096');
  const image = takesImage(context.release);
  if (image === false) return undefined;
  if (!answers.has('image')) return imageQuestion(image);
  if (answers.get('image') === 'own' && !answers.has('imageId')) return imageIdQuestion(context);
  return undefined;
}

/** @param answers complete: no question is left */
export function wishFrom(answers: Answers): SandboxWish {
  const image = answers.get('image') === 'own' ? answers.get('imageId')?.trim() : undefined;
  return { runtimeClass: answers.get('class') ?? '', size: sizeFrom(answers), ...(image === undefined || image === '' ? {} : { image }) };
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

/** Those that cannot be used in this namespace are not offered; undefined where none is left. */
function classQuestion({ label, release, namespace, before, runtimeClasses }: SandboxContext): NamedStep {
  const items = offeredClasses(release, runtimeClasses)
    .filter(({ name }) => namespaceRefusal(name, namespace) === undefined)
    .map(({ name, summary, needs }) => ({
      label: name,
      value: name,
      detail: `${summary} Needs: ${needs}`,
      ...(name === before ? { description: 'has it now' } : {}),
    }));
  return { name: 'class', placeHolder: `How is ${label} to run?`, items, always: true, ...(before === undefined ? {} : { active: before }) };
}

function sizeQuestion({ annotations }: SandboxContext): NamedStep {
  const type = annotations[machineTypeKey];
  const now =
    type !== undefined
      ? `machine_type ${type}`
      : annotations[vcpusKey] === undefined && annotations[memoryKey] === undefined
        ? undefined
        : 'default_vcpus and default_memory';
  return {
    name: 'size',
    placeHolder: 'How large is its virtual machine to be?',
    items: [
      ...(now === undefined ? [] : [{ label: 'As its annotations say', value: 'asIs', description: now }]),
      { label: 'Default instance type', value: 'default', detail: 'PODVM_INSTANCE_TYPE or its like in peer-pods-cm' },
      { label: 'An instance type...', value: 'type', detail: 'By the annotation machine_type' },
      {
        label: 'Automatic, by processors and memory...',
        value: 'automatic',
        detail:
          'By the annotations default_vcpus and default_memory: the smallest type that is allowed and fits. Resources of the containers are written over them.',
      },
    ],
  };
}

function typeQuestion({ instanceTypes, suggestedTypes = [] }: SandboxContext): NamedStep {
  const allowed =
    instanceTypes === undefined
      ? suggestedTypes
      : instanceTypes.types.length > 0
        ? instanceTypes.types
        : instanceTypes.default === undefined
          ? []
          : [instanceTypes.default];
  const items = allowed.slice(0, 500).map((type) => ({ label: type, value: type, ...(type === instanceTypes?.default ? { description: 'default' } : {}) }));
  const other = instanceTypes === undefined ? [{ label: 'Another...', value: '', detail: 'It must be in the list of peer-pods-cm' }] : [];
  return {
    name: 'type',
    placeHolder: instanceTypes === undefined ? 'Which instance type?' : 'Which instance type? peer-pods-cm allows these',
    items: [...items, ...other],
  };
}

function otherType({ instanceTypes, annotations }: SandboxContext): NamedStep {
  return {
    name: 'otherType',
    prompt: 'The instance type, as the cloud calls it',
    value: annotations[machineTypeKey] ?? '',
    says: (text) => wrong(instanceTypeProblem(text.trim(), instanceTypes)),
  };
}

function amountQuestion(name: 'vcpus' | 'memory', prompt: string, value: string): NamedStep {
  return { name, prompt, value, says: (text) => wrong(/^\d+$/.test(text) ? amountProblem(Number(text)) : 'It must be a whole number of at least 1.') };
}

function imageQuestion(taken: true | 'unknown'): NamedStep {
  return {
    name: 'image',
    placeHolder: 'Which image does the virtual machine boot?',
    items: [
      { label: 'As it is', value: 'asIs', detail: 'That of peer-pods-cm, unless the pod has an annotation for another' },
      {
        label: 'An image of your own...',
        value: 'own',
        detail: `By its id in the cloud. In a private registry it needs a pull secret.${taken === 'unknown' ? ' Whether this release takes it is not known.' : ''}`,
      },
    ],
  };
}

function imageIdQuestion({ release }: SandboxContext): NamedStep {
  return {
    name: 'imageId',
    prompt: 'The id of the image in the cloud',
    placeHolder: 'ami-0123456789abcdef0',
    says: (text) => wrong(imageProblem(text.trim(), release)),
  };
}

function wrong(message: string | undefined): { readonly message: string; readonly wrong: boolean } | undefined {
  return message === undefined ? undefined : { message, wrong: true };
}
