/**
 * Asks for the instance types that pods can request and for the default one. Validates each with the rules for
 * peer-pods-cm. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { findInstanceSize, type InstanceSize } from '#core/peerPods/instanceSizes.ts';
import { keyNamed } from '#core/peerPods/keys/index.ts';
import { isDocumentedProvider, type InstanceTypeKeys } from '#core/peerPods/providers.ts';
import { formatCount } from '#core/text/counts.ts';
import type { Release } from '#core/product/releases.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { formatUnchangedChoice } from './unchangedChoice.ts';

export interface TypeSettings {
  readonly provider: string;
  readonly keys: InstanceTypeKeys;
  readonly release: Release;
  /** The current list. Empty if it isn't set. */
  readonly types: string;
  readonly defaultType: string;
}

/** Returns the next question, or undefined if there is none. */
export function instanceTypeQuestion(
  set: TypeSettings,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const { keys } = set;
  if (keys.listKey !== undefined && !answers.has('types')) return listQuestion(set, keys.listKey);
  if (answers.has('default')) return undefined;
  const types = typesIn(answers.get('types') ?? '');
  return types.length === 0 ? writtenDefault(set) : chosenDefault(set, types);
}

/** Parses a comma-separated list of types. */
export function typesIn(text: string): readonly string[] {
  return [...new Set(text.split(',').map((type) => type.trim()))].filter((type) => type !== '');
}

function listQuestion(set: TypeSettings, listKey: string): NamedInputStep {
  return {
    name: 'types',
    prompt: l10n.t`Comma-separated instance types that pods can request (${listKey}). If empty, pods can't request an instance type.`,
    value: set.types,
    says(text) {
      const types = typesIn(text);
      const key = keyNamed(listKey, set.provider);
      const problem =
        key === undefined || types.length === 0 ? undefined : validateConfigValue(key, types.join(','), set.release);
      if (problem !== undefined) return { message: problem, wrong: true };
      return {
        message:
          types.length === 0
            ? l10n.t`Every pod uses the default instance type.`
            : l10n.t`${formatCount(types.length, 'type')}. If a type doesn't exist in the region, cloud-api-adaptor fails to start.`,
        wrong: false,
      };
    },
  };
}

function writtenDefault(set: TypeSettings): NamedInputStep {
  const { keys, release, provider } = set;
  return {
    name: 'default',
    prompt: l10n.t`Instance type for pods that don't request one (${keys.defaultKey})`,
    value: set.defaultType,
    says(text) {
      const key = keyNamed(keys.defaultKey, provider);
      const problem =
        text.trim() === ''
          ? l10n.t`${keys.defaultKey} can't be empty.`
          : key === undefined
            ? undefined
            : validateConfigValue(key, text, release);
      return problem === undefined ? undefined : { message: problem, wrong: true };
    },
  };
}

/**
 * Asks for a default from the list, because a pod that requests the default by name is rejected if the list doesn't
 * contain it.
 */
function chosenDefault({ provider, keys, defaultType }: TypeSettings, types: readonly string[]): NamedInputStep {
  return {
    name: 'default',
    placeHolder: l10n.t`Instance type for pods that don't request one (${keys.defaultKey})`,
    active: defaultType,
    items: types.map((type) => {
      const size = isDocumentedProvider(provider) ? findInstanceSize(provider, type) : undefined;
      return {
        label: type,
        description: [sizeWords(size), type === defaultType ? formatUnchangedChoice() : '']
          .filter((part) => part !== '')
          .join(' · '),
        value: type,
      };
    }),
  };
}

function sizeWords(size: InstanceSize | undefined): string {
  if (size === undefined) return '';
  const gpus = size.gpus === 0 ? '' : `, ${formatCount(size.gpus, 'GPU')}`;
  return `${formatCount(size.vcpus, 'vCPU')}, ${size.memoryMiB / 1024} GiB${gpus}`;
}
