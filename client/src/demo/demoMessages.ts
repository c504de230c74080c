/** Messages between the extension and the demo cluster process. Both sides validate the messages that they receive. */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getNumber, getString } from '#core/common/json.ts';

/** A scenario that the user can select. */
export interface ScenarioChoice {
  readonly name: string;
  readonly summary: string;
}

/** Request from the extension to start a demo cluster. */
export interface StartOrder {
  readonly scenario: string;
  /** Name of the context in the kubeconfig. */
  readonly context: string;
  /** Speed of simulated time relative to real time. */
  readonly speed: number;
  /** Existing folder for the kubeconfig. */
  readonly folder: string;
  /** True if the first action of the scenario runs immediately. On two-workers, it starts the Kata installation. */
  readonly begin: boolean;
  /** How long the cluster waits for another window after its window closed, in milliseconds. */
  readonly grace: number;
}

/**
 * Message from the demo process to the extension. The process first sends the list of scenarios. After the start
 * request, it reports that the cluster responds or why it failed to start.
 */
export type ChildMessage =
  | { readonly kind: 'scenarios'; readonly scenarios: readonly ScenarioChoice[] }
  | { readonly kind: 'answers'; readonly url: string; readonly kubeconfig: string; readonly context: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Parses a start request. Returns undefined if the message is invalid. */
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

/** Parses a message from the demo process. Returns undefined if the kind is unknown or a field is missing. */
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
      return {
        kind: 'failed',
        message: getString(message, 'message') ?? l10n.t`the simulator failed without an error message`,
      };
    default:
      return undefined;
  }
}

function readChoice(item: unknown): readonly ScenarioChoice[] {
  const name = getString(item, 'name');
  return name === undefined ? [] : [{ name, summary: getString(item, 'summary') ?? '' }];
}
