/**
 * Tries to create a KataConfig in a dry run, which calls the operator webhook and stores nothing. The webhook has no
 * side effects: openshift/sandboxed-containers-operator api/v1/kataconfig_webhook.go (sideEffects=None). Source of the
 * messages: k8s.io/apiserver pkg/admission/plugin/webhook (ErrCallingWebhook, ToStatusErr).
 */
import * as l10n from '@vscode/l10n';
import { defineLookup, type ReadResult } from '../lookup.ts';

/**
 * Response to the KataConfig. `accepted`: it can be created; `exists`: another one exists, and the webhook responded;
 * `unanswered`: a webhook didn't respond; `rejected`: rejected for another reason; `noKind`: the CRD doesn't exist;
 * `notAllowed`: the user can't create a KataConfig, so nothing was sent.
 */
export interface KataConfigAdmission {
  readonly outcome: 'accepted' | 'exists' | 'unanswered' | 'rejected' | 'noKind' | 'notAllowed';
  /** Message of the API server. Empty if it accepted the object. */
  readonly message: string;
}

const right = {
  group: 'kataconfiguration.openshift.io',
  resource: 'kataconfigs',
  verb: 'create',
} as const;
const path = '/apis/kataconfiguration.openshift.io/v1/kataconfigs';
const tried = {
  apiVersion: 'kataconfiguration.openshift.io/v1',
  kind: 'KataConfig',
  metadata: { name: 'preflight-dry-run' },
  spec: {},
} as const;

export const kataConfigAdmissionFact = defineLookup<KataConfigAdmission>({
  neededFor: () => l10n.t`whether a KataConfig can be created`,
  async read(reader): Promise<ReadResult<KataConfigAdmission>> {
    const may = await reader.mayI(right);
    if (may.kind === 'problem') return may;
    if (may.kind === 'absent' || !may.value) return { kind: 'value', value: { outcome: 'notAllowed', message: '' } };
    const answer = await reader.tryCreate(path, tried);
    if (answer.kind === 'problem') return answer;
    if (answer.kind === 'absent') return { kind: 'value', value: { outcome: 'noKind', message: '' } };
    const message = answer.value.rejection ?? '';
    return { kind: 'value', value: { outcome: outcomeOf(message), message } };
  },
});

function outcomeOf(message: string): KataConfigAdmission['outcome'] {
  if (message === '') return 'accepted';
  if (/failed calling webhook|failed to call webhook/i.test(message)) return 'unanswered';
  if (/cannot create resource/i.test(message)) return 'notAllowed';
  return /already exists/i.test(message) ? 'exists' : 'rejected';
}
