/**
 * Decides requests as the Kata agent of a pod does, for the simulator. Finds the policy of the pod in its annotations,
 * in the initdata of the cluster, or in the guest image. Source: domain/04-agent-policy.md 4.1, 4.6.
 */
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { getPolicyDelivery } from '#core/agent/policyDelivery.ts';
import type { Release } from '#core/product/releases.ts';
import { unpackInitdata, unpackPolicy } from '../engine/encoding/pack.ts';
import { completeInput } from '../policy/model/inputDefaults.ts';
import { Policy } from '../policy/model/policy.ts';
import { AgentSession, createGuestDialect } from '../policy/replay/replaySession.ts';
import { defaultLimits } from '../policy/rego/evaluate/limits.ts';
import { parseRegoJson } from '../policy/rego/values/parseJson.ts';
import { parseInitdata } from './document.ts';
import { getInitdataPolicy } from './initdataPolicy.ts';

/** The parts of a pod and its cluster that determine the policy of the pod. */
export interface SimulatedGuest {
  readonly release: Release;
  readonly runtimeClass: string;
  /** True if the feature gate `confidential` is enabled. */
  readonly isConfidential: boolean;
  /** Value of the policy annotation of the pod. */
  readonly policyAnnotation: string | undefined;
  /** Value of the initdata annotation of the pod. */
  readonly initdataAnnotation: string | undefined;
  /** Value of INITDATA in peer-pods-cm, which applies to peer pods without their own initdata. */
  readonly clusterInitdata: string | undefined;
}

export class SimulatedAgent {
  readonly #session: AgentSession;

  /** Starts the agent with the policy of the guest, and sets the policy of the annotation if the guest allows it. */
  constructor(guest: SimulatedGuest) {
    const { release, runtimeClass, isConfidential, policyAnnotation } = guest;
    const { baked, initdata } = getPolicyDelivery(release, runtimeClass, isConfidential);
    const measured = initdata.works === false ? undefined : policyInInitdata(guest);
    this.#session = new AgentSession(createGuestDialect(release), defaultLimits);
    this.#session.set(measured ?? new Policy(renderDefaultPolicy(baked ?? 'kata-allow-all') ?? ''));
    const policy = policyAnnotation === undefined ? undefined : unpackPolicy(policyAnnotation).text;
    if (policy !== undefined) this.decide('SetPolicyRequest', { policy });
  }

  /**
   * Decides a request. If the policy allows it, updates the state of the policy and returns undefined. Otherwise,
   * returns the error of the agent.
   * @param input fields of the request; the fields that are missing get their defaults
   */
  decide(request: string, input: object): string | undefined {
    const { value } = parseRegoJson(JSON.stringify(input));
    if (value === undefined) return `${request}: internal error policy check: invalid input`;
    const { result, prints, error } = this.#session.ask(request, completeInput(request, value, 'depends').input);
    if (result === true) return undefined;
    return result === false
      ? `${request} is blocked by policy: ${prints.join(' ')}`
      : `${request}: internal error policy check: ${error ?? 'unexpected eval_query result len 0'}`;
  }
}

function policyInInitdata({ initdataAnnotation, clusterInitdata, runtimeClass }: SimulatedGuest): Policy | undefined {
  const packed = initdataAnnotation ?? (runtimeClass === 'kata-remote' ? clusterInitdata : undefined);
  const text = packed === undefined ? undefined : unpackInitdata(packed).text;
  return text === undefined ? undefined : getInitdataPolicy(parseInitdata(text))?.policy;
}
