/** Defines what a scenario consists of: the initial cluster, its behavior, and the steps. All of it is data. */
import type { Behaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';

/** Identifies an object in a scenario. */
export interface ScenarioObject {
  readonly resource: ResourceName;
  readonly name: string;
  readonly namespace?: string;
}

/** The value that is expected in an object. */
export interface ExpectedValue extends ScenarioObject {
  /**
   * Path through maps and lists of conditions, which are identified by their `type`:
   * `status.conditions.InProgress.reason`.
   */
  readonly path: string;
  /** Expected value. `null` means that the value or the object doesn't exist. */
  readonly is: string | number | boolean | null;
}

/** Something that a user does or waits for. */
export type ScenarioStep =
  /** Creates an object. If a webhook isn't ready yet, the request is repeated, as a patient user would do. */
  | { readonly create: ObjectToWrite; readonly resource: ResourceName }
  | { readonly delete: ScenarioObject }
  /** Sets fields like a merge patch: maps are merged, `null` removes a field, and everything else is replaced. */
  | { readonly patch: ScenarioObject; readonly with: Readonly<Record<string, unknown>> }
  /** Approves the InstallPlan that is waiting for approval in a namespace. */
  | { readonly approve: { readonly resource: ResourceName; readonly namespace: string } }
  /**
   * Waits until the object has the expected value.
   * @property within maximum simulated time in milliseconds; 90 minutes by default
   */
  | { readonly until: ExpectedValue; readonly within?: number }
  /** Waits for a simulated time, in milliseconds. */
  | { readonly wait: number };

/** A scenario that the simulator can play. */
export interface Scenario {
  /** Name of the scenario, as specified with `--scenario`. */
  readonly name: string;
  /** One-line description of the cluster and what it can be used for. */
  readonly summary: string;
  readonly behaviour: Behaviour;
  /** The user that the kubeconfig file is for. */
  readonly user: UserInfo;
  /** Namespace of the user's context in the kubeconfig file, such as the only project of the user. */
  readonly namespace?: string;
  /** Users with other permissions. The kubeconfig file also has contexts for them. */
  readonly otherUsers?: readonly UserInfo[];
  /** API groups that the cluster doesn't serve. By default, it serves all groups of the simulator. */
  readonly missingGroups?: readonly string[];
  /** Returns the initial objects of the cluster. */
  readonly objects: (now: number) => readonly Seed[];
  /** Returns objects that are too many to exist during the prelude. They are created after it. */
  readonly laterObjects?: (now: number) => readonly Seed[];
  /** Steps that are played before the simulator starts to respond. They take no real time. */
  readonly prelude: readonly ScenarioStep[];
  /** Steps that a user would perform in the scenario. Golden runs perform them. */
  readonly steps: readonly ScenarioStep[];
}

/** An initial object of the cluster. */
export interface Seed {
  readonly resource: ResourceName;
  readonly object: ObjectToWrite;
}

/** A user with all permissions. */
export const administrator: UserInfo = {
  name: 'kube:admin',
  groups: ['system:masters', 'system:cluster-admins', 'system:authenticated'],
};

/** A user with some of the permissions that an installation requires. */
export const installer: UserInfo = {
  name: 'installer',
  uid: 'b7c1a9d2-0f3e-4d61-8a55-9e2d4c7b6f10',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};

/** A user with few permissions. */
export const developer: UserInfo = {
  name: 'developer',
  uid: 'a0f6f6c2-6c1c-4c39-8a4c-1d5f0b0d9a11',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};

/** A user who can read everything and change nothing. */
export const viewer: UserInfo = {
  name: 'viewer',
  uid: '5d3d9c5e-7f0b-4f27-9a6e-3c1f6f2f4b22',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};

/** A user with permissions in two namespaces, whose context has no namespace. */
export const tester: UserInfo = {
  name: 'tester',
  uid: 'e4a7c2b1-6d5f-4c88-9b3a-2f8e1d7c5b44',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};

/** A user who can install and configure Kata, but not collect a must-gather. */
export const operator: UserInfo = {
  name: 'operator',
  uid: 'c2f0f9a4-3a6d-4a51-8a7f-6f0c3d9e7d33',
  groups: ['system:authenticated:oauth', 'system:authenticated'],
};
