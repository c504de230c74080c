/**
 * Requests a short-lived token if the user has none and agreed to the request. The token is kept only in memory, and
 * nothing is stored on the cluster.
 */
import * as l10n from '@vscode/l10n';
import { getNumber, getString } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Connection } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { apiProblem } from './prometheusErrors.ts';
import type { MetricsResponse } from './prometheus.ts';

/**
 * Lifetime of the token in seconds. It's the minimum that the API server allows. Source: kubernetes/kubernetes@v1.31.0
 * pkg/apis/authentication/validation/validation.go.
 */
const life = 600;
/** Time in milliseconds before the expiration of a token at which the extension stops using the token. */
const margin = 60_000;
/** The service account that the OpenShift documentation uses for external queries to Thanos. */
export const account = { namespace: 'openshift-monitoring', name: 'prometheus-k8s' };

export class RequestedToken {
  readonly #connection: Connection;
  readonly #clock: Clock;
  #held: { readonly token: string; readonly until: number } | undefined;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Returns the current token, or requests a new one if it expired. */
  async current(signal: AbortSignal | undefined): Promise<MetricsResponse<string>> {
    if (this.#held !== undefined && this.#held.until > this.#clock.now()) return succeed(this.#held.token);
    const asked = this.#clock.now();
    const answer = await this.#connection.send(
      `/api/v1/namespaces/${account.namespace}/serviceaccounts/${account.name}/token`,
      {
        method: 'POST',
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: life } },
        ...(signal === undefined ? {} : { signal }),
      },
    );
    if (!answer.ok) {
      if (answer.error.kind === 'readOnly') {
        const message = l10n.t`The extension can't request a token while osc.readOnly is on, because the request creates a token on the cluster. Turn off osc.readOnly, or log in with a token (oc login).`;
        return fail({ kind: 'forbidden', message });
      }
      if (answer.error.kind !== 'forbidden') return fail(apiProblem(answer.error));
      const message = l10n.t`You don't have permission to request a token for ${account.name}. Missing permission: create serviceaccounts/token "${account.name}" in ${account.namespace}. Request this permission, or log in with a token (oc login).`;
      return fail({ kind: 'forbidden', message });
    }
    const token = getString(answer.value, 'status', 'token') ?? '';
    if (!/^[\w.~+/=-]{6,20000}$/.test(token))
      return fail({
        kind: 'badAnswer',
        message: l10n.t`The cluster didn't return the requested token. Check whether it's an OpenShift cluster.`,
      });
    // The expiration is calculated from the local time of the request, because the server's clock can differ.
    const seconds = Math.min(life, Math.max(0, getNumber(answer.value, 'spec', 'expirationSeconds') ?? life));
    this.#held = { token, until: asked + seconds * 1000 - margin };
    return succeed(token);
  }

  /** Discards the token after it was rejected. */
  forget(): void {
    this.#held = undefined;
  }
}
