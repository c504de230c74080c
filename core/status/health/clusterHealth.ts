/**
 * Evaluates the health of a cluster. Rows, the status bar, notifications, and reports all use this evaluation. A
 * cluster is healthy only if fresh evidence confirms it. Unknown data has its own values, which are never shown as 0 or
 * as healthy. All functions are pure.
 */
import { getConnectionState, type ConnectionState } from '#core/cluster/connectionState.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { explainKataConfig } from '../kataConfig/explainKataConfig.ts';
import { evidenceOf, type Evidence } from '../evidence.ts';
import type { Health } from '../explanation.ts';
import { failedSandboxesOf, describePodsWithoutSandbox } from '../nodes/failedSandboxes.ts';
import { getOperatorState } from '../operator/operatorParts.ts';
import { getKataStatus, type KataPhase, type KataStatus } from '../kataConfig/kataStatus.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

/** All severities, most severe first. */
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
  /** Stable ID, such as `operator` or `sandboxes/worker-0`. */
  readonly id: string;
  readonly severity: HealthSeverity;
  /** Affected object, such as `KataConfig example` or `Operator`. */
  readonly about: string;
  /** Short text, such as `worker-0 failed`. */
  readonly headline: string;
}

/** State of the connection, and age of the data. */
export interface ConnectionHealth {
  readonly severity: Extract<HealthSeverity, 'unreachable' | 'signedOut' | 'stale' | 'healthy' | 'unknown'>;
  /** True if the data matches the current state of the cluster. */
  readonly isFresh: boolean;
  readonly state: ConnectionState;
  /** Time at which the connection was lost, in milliseconds since 1970. */
  readonly since?: number;
  /** Time at which the cluster last confirmed the KataConfigs, in milliseconds since 1970. */
  readonly asOf?: number;
  /** Reason the connection was lost, on one line. */
  readonly reason?: string;
  /** Time of the next attempt, in milliseconds since 1970. If it's in the past, the attempt is in progress. */
  readonly next?: number;
}

export interface ClusterHealth {
  /** The highest severity of the connection, Kata, and all findings. */
  readonly severity: HealthSeverity;
  /** Evidence for Kata on this cluster. */
  readonly evidence: Evidence;
  readonly connection: ConnectionHealth;
  /** The last known state of Kata alone, regardless of the connection. */
  readonly kata: { readonly severity: HealthSeverity; readonly progress: KataStatus };
  /** All reasons Kata isn't healthy, most severe first. */
  readonly findings: readonly HealthFinding[];
}

/**
 * Evaluates a cluster.
 * @param more additional findings, such as pods without a sandbox
 */
export function healthOf(snapshot: Snapshot, more: readonly HealthFinding[] = []): ClusterHealth {
  const connection = connectionHealth(snapshot);
  const progress = getKataStatus(snapshot);
  const findings = [...ownFindings(snapshot, progress), ...more]
    .filter(({ severity }) => severity !== 'healthy')
    .toSorted((one, other) => healthSeverities.indexOf(one.severity) - healthSeverities.indexOf(other.severity));
  const kata = combined([ofPhase[progress.phase], ...findings.map(({ severity }) => severity)]);
  return {
    // Outdated data can't prove that anything is healthy.
    severity: connection.severity === 'healthy' ? kata : combined([connection.severity, kata]),
    evidence: evidenceOf(snapshot, 'kataConfigs'),
    connection,
    kata: { severity: kata, progress },
    findings,
  };
}

/** Returns the most severe value. The result is healthy only if all values are healthy. */
export function combined(all: readonly HealthSeverity[]): HealthSeverity {
  const worst = healthSeverities.find((severity) => all.includes(severity)) ?? 'unknown';
  return worst === 'healthy' && all.includes('unknown') ? 'unknown' : worst;
}

/** Evaluates only the connection. */
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
 * @param isMoving whether Kata is being installed, updated, or uninstalled; a state that needs attention then blocks
 * the operation
 */
export function severityOf(health: Health, isMoving: boolean): HealthSeverity {
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

/** Evaluates a KataConfig. */
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
  const sandboxes = describePodsWithoutSandbox(failedSandboxesOf(snapshot));
  return [
    { id: 'kataConfig', severity: severityOf(health, phase !== 'installed'), about: 'KataConfig', headline },
    // An operator that can't be read proves nothing about Kata on the nodes.
    ...(sandboxes === undefined
      ? []
      : [{ id: 'sandboxes', severity: 'warning' as const, about: 'Sandboxes', headline: sandboxes }]),
    ...(operatorSeverity === 'unknown'
      ? []
      : [{ id: 'operator', severity: operatorSeverity, about: 'Operator', headline: operator.headline }]),
  ];
}
