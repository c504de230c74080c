/** What a scenario is: the cluster as it is found, how it behaves, and what happens in it. All of it is data. */
import type { Behaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';

/** Which object. */
export interface ScenarioObject {
  readonly resource: ResourceName;
  readonly name: string;
  readonly namespace?: string;
}

/** What is to be seen in an object. */
export interface ExpectedValue extends ScenarioObject {
  /**
   * A path through maps and, by the value of its `type`, through lists of conditions:
   * `status.conditions.InProgress.reason`.
   */
  readonly path: string;
  /** The value; `null`: nothing stands there, or the object is gone. */
  readonly is: string | number | boolean | null;
}

/** Something that a user does, or waits for. */
export type ScenarioStep =
  /** Creates an object. A webhook that is not ready yet is asked again, as a patient user would. */
  | { readonly create: ObjectToWrite; readonly resource: ResourceName }
  | { readonly delete: ScenarioObject }
  /** Sets fields, as a merge patch would: maps are merged, everything else is replaced, `null` takes away. */
  | { readonly patch: ScenarioObject; readonly with: Readonly<Record<string, unknown>> }
  /** Says yes to the InstallPlan of a namespace that waits for it. */
  | { readonly approve: { readonly resource: ResourceName; readonly namespace: string } }
  /** Waits until that is to be seen. @property within simulated milliseconds; an hour and a half if not said */
  | { readonly until: ExpectedValue; readonly within?: number }
  /** Lets simulated milliseconds pass. */
  | { readonly wait: number };

/** One scenario. */
export interface Scenario {
  /** As `--scenario` names it. */
  readonly name: string;
  /** One line: what is to be found, and what it is good for. */
  readonly summary: string;
  readonly behaviour: Behaviour;
  /** Whom the kubeconfig file belongs to. */
  readonly user: UserInfo;
  /** What is there before anybody looks. */
  readonly objects: (now: number) => readonly Seed[];
  /** What happened before the simulator answers: played in no time. */
  readonly prelude: readonly ScenarioStep[];
  /** What a user would do in it; golden runs do it. */
  readonly steps: readonly ScenarioStep[];
}

/** An object that is there from the beginning. */
export interface Seed {
  readonly resource: ResourceName;
  readonly object: ObjectToWrite;
}

/** Somebody who may do everything. */
export const administrator: UserInfo = {
  name: 'kube:admin',
  groups: ['system:masters', 'system:cluster-admins', 'system:authenticated'],
};

/** Somebody who may do some of what an install needs. */
export const installer: UserInfo = {
  name: 'installer',
  uid: 'b7c1a9d2-0f3e-4d61-8a55-9e2d4c7b6f10',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};

/** Somebody who may do little. */
export const developer: UserInfo = {
  name: 'developer',
  uid: 'a0f6f6c2-6c1c-4c39-8a4c-1d5f0b0d9a11',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};
