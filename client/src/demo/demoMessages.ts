/** What the extension and the process of the demo cluster tell each other. Both sides look before they believe. */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getNumber, getString } from '#core/common/json.ts';

/** A scenario to choose. */
export interface ScenarioChoice {
  readonly name: string;
  readonly summary: string;
}

/** What the extension wants. */
export interface StartOrder {
  readonly scenario: string;
  /** The name of its context. */
  readonly context: string;
  /** Speed factor of its time. */
  readonly speed: number;
  /** Where the kubeconfig goes: a folder that is there. */
  readonly folder: string;
  /** What comes first in the scenario is done at once: on two-workers, kata begins to be installed. */
  readonly begin: boolean;
  /** Time in milliseconds that the cluster waits for another window after its window closed. */
  readonly grace: number;
}

/**
 * What the process says: once which scenarios there are, and after the order that the cluster answers or why it does
 * not.
 */
export type ChildMessage =
  | { readonly kind: 'scenarios'; readonly scenarios: readonly ScenarioChoice[] }
  | { readonly kind: 'answers'; readonly url: string; readonly kubeconfig: string; readonly context: string }
  | { readonly kind: 'failed'; readonly message: string };

/** The order, if it is one. */
export function readOrder(message: unknown): StartOrder | undefined {
  const [scenario, speed, folder] = [
    getString(message, 'scenario'),
    getNumber(message, 'speed'),
    getString(message, 'folder'),
  ];
  const [context, grace] = [getString(message, 'context'), getNumber(message, 'grace')];
  const begin = getBoolean(message, 'begin') ?? false;
  if (
    scenario === undefined ||
    context === undefined ||
    speed === undefined ||
    folder === undefined ||
    grace === undefined
  )
    return undefined;
  return { scenario, context, speed, folder, begin, grace };
}

/** What the process said, if it is anything known. */
export function readChildMessage(message: unknown): ChildMessage | undefined {
  switch (getString(message, 'kind')) {
    case 'scenarios':
      return { kind: 'scenarios', scenarios: getList(message, 'scenarios').flatMap(readChoice) };
    case 'answers': {
      const [url, kubeconfig, context] = [
        getString(message, 'url'),
        getString(message, 'kubeconfig'),
        getString(message, 'context'),
      ];
      return url === undefined || kubeconfig === undefined || context === undefined
        ? undefined
        : { kind: 'answers', url, kubeconfig, context };
    }
    case 'failed':
      return { kind: 'failed', message: getString(message, 'message') ?? l10n.t`the process didn't report a reason` };
    default:
      return undefined;
  }
}

function readChoice(item: unknown): readonly ScenarioChoice[] {
  const name = getString(item, 'name');
  return name === undefined ? [] : [{ name, summary: getString(item, 'summary') ?? '' }];
}
