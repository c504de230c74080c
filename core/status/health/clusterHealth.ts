/**
 * The health of a cluster: the one judgement from which rows, the status bar, notifications, and reports take their
 * state. Pure. A cluster is healthy only with positive evidence that is fresh. What isn't known has its own values,
 * which are never shown as 0 or as healthy.
 */
import { getConnectionState, type ConnectionState } from '#core/cluster/connectionState.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { explainKataConfig } from '../kataConfig/explainKataConfig.ts';
import { evidenceOf, type Evidence } from '../evidence.ts';
import type { Health } from '../explanation.ts';
import { failedSandboxesOf, withoutSandboxWords } from '../nodes/failedSandboxes.ts';
import { getOperatorState } from '../operator/operatorParts.ts';
import { getKataStatus, type KataPhase, type KataStatus } from '../kataConfig/kataStatus.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

/** All severities, the most severe first. */
export const healthSeverities = [
  'unreachable',
  'signedOut',
  'failed',
  'blocked',
  'stale',
  'inProgress',
  'warning',
  'healthy',
  'unknown',
] as const;
export type HealthSeverity = (typeof healthSeverities)[number];

/** A reason for the health of a cluster. */
export interface HealthFinding {
  /** Stable: `operator`, `sandboxes/worker-0`. */
  readonly id: string;
  readonly severity: HealthSeverity;
  /** The object: `KataConfig example`, `Operator`. */
  readonly about: string;
  /** A few words: `worker-0 failed`. */
  readonly headline: string;
}

/** How what is known relates to the cluster. */
export interface ConnectionHealth {
  readonly severity: Extract<HealthSeverity, 'unreachable' | 'signedOut' | 'stale' | 'healthy' | 'unknown'>;
  /** True if what is known is what the cluster has. */
  readonly isFresh: boolean;
  readonly state: ConnectionState;
  /** When the connection was lost, in milliseconds since 1970. */
  readonly since?: number;
  /** When the cluster last confirmed the KataConfigs, in milliseconds since 1970. */
  readonly asOf?: number;
  /** Why the connection was lost, in one line. */
  readonly reason?: string;
  /** The time of the next attempt, in milliseconds since 1970. It can be over: then the attempt is in progress. */
  readonly next?: number;
}

export interface ClusterHealth {
  /** The most severe of the connection, Kata, and all findings. */
  readonly severity: HealthSeverity;
  /** What is known about Kata on this cluster. */
  readonly evidence: Evidence;
  readonly connection: ConnectionHealth;
  /** Kata alone, as last known, whatever the connection. */
  readonly kata: { readonly severity: HealthSeverity; readonly progress: KataStatus };
  /** All reasons that Kata isn't healthy, the most severe first. */
  readonly findings: readonly HealthFinding[];
}

/**
 * Judges a cluster.
 * @param more findings of others, such as pods without a sandbox
 */
export function healthOf(snapshot: Snapshot, more: readonly HealthFinding[] = []): ClusterHealth {
  const connection = connectionHealth(snapshot);
  const progress = getKataStatus(snapshot);
  const findings = [...ownFindings(snapshot, progress), ...more]
    .filter(({ severity }) => severity !== 'healthy')
    .toSorted((one, other) => healthSeverities.indexOf(one.severity) - healthSeverities.indexOf(other.severity));
  const kata = combined([ofPhase[progress.phase], ...findings.map(({ severity }) => severity)]);
  return {
    // What isn't fresh is no evidence that anything is healthy.
    severity: connection.severity === 'healthy' ? kata : combined([connection.severity, kata]),
    evidence: evidenceOf(snapshot, 'kataConfigs'),
    connection,
    kata: { severity: kata, progress },
    findings,
  };
}

/** Returns the most severe of several. They are healthy only if each of them is. */
export function combined(all: readonly HealthSeverity[]): HealthSeverity {
  const worst = healthSeverities.find((severity) => all.includes(severity)) ?? 'unknown';
  return worst === 'healthy' && all.includes('unknown') ? 'unknown' : worst;
}

/** Judges the connection alone. */
export function connectionHealth(snapshot: Snapshot): ConnectionHealth {
  const state = getConnectionState(snapshot);
  const { asOf } = snapshot.kataConfigs;
  const known = omitUndefined({ asOf });
  switch (state.kind) {
    case 'live':
      return { severity: 'healthy', isFresh: true, state, ...known };
    case 'forbidden':
      return {
        severity: evidenceOf(snapshot, 'kataConfigs') === 'notAllowed' ? 'unknown' : 'healthy',
        isFresh: true,
        state,
        ...known,
      };
    case 'unreachable': {
      const { since, next, trouble } = state;
      return {
        severity: 'unreachable',
        isFresh: false,
        state,
        reason: trouble.message,
        ...known,
        ...omitUndefined({ since, next }),
      };
    }
    case 'unauthorized':
      return { severity: 'signedOut', isFresh: false, state, reason: state.trouble.message, ...known };
    case 'reconnecting':
      return {
        severity: 'stale',
        isFresh: false,
        state,
        reason: state.trouble.message,
        ...known,
        ...omitUndefined({ next: state.next }),
      };
    default:
      return { severity: asOf === undefined ? 'unknown' : 'stale', isFresh: false, state, ...known };
  }
}

const ofPhase: Readonly<Record<KataPhase, HealthSeverity>> = {
  failed: 'failed',
  blocked: 'blocked',
  installing: 'inProgress',
  updating: 'inProgress',
  uninstalling: 'inProgress',
  installed: 'healthy',
  none: 'unknown',
  unknown: 'unknown',
};

/**
 * Returns the severity of an explanation.
 * @param isMoving Kata is being installed, updated, or removed: what needs attention then blocks it
 */
function severityOf(health: Health, isMoving: boolean): HealthSeverity {
  switch (health) {
    case 'failed':
      return 'failed';
    case 'attention':
      return isMoving ? 'blocked' : 'warning';
    case 'busy':
      return 'inProgress';
    default:
      return health === 'ok' ? 'healthy' : 'unknown';
  }
}

/** Judges a KataConfig. */
export function kataConfigSeverity(snapshot: Snapshot, health: Health): HealthSeverity {
  const { phase } = getKataStatus(snapshot);
  return combined([severityOf(health, phase !== 'installed'), ofPhase[phase]]);
}

function ownFindings(snapshot: Snapshot, { phase }: KataStatus): readonly HealthFinding[] {
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return [];
  const { health, headline } = explainKataConfig(kataConfig, snapshot);
  const operator = getOperatorState(snapshot);
  const operatorSeverity = severityOf(operator.health, false);
  const sandboxes = withoutSandboxWords(failedSandboxesOf(snapshot));
  return [
    { id: 'kataConfig', severity: severityOf(health, phase !== 'installed'), about: 'KataConfig', headline },
    // An operator that can't be seen says nothing about Kata on the nodes.
    ...(sandboxes === undefined
      ? []
      : [{ id: 'sandboxes', severity: 'warning' as const, about: 'Sandboxes', headline: sandboxes }]),
    ...(operatorSeverity === 'unknown'
      ? []
      : [{ id: 'operator', severity: operatorSeverity, about: 'Operator', headline: operator.headline }]),
  ];
}
