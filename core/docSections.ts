/**
 * The sections of the published documents that fields and rules point to.
 * Read in: S1.5 (OSC 1.5, bare metal) and S1.12 (OSC 1.12, AWS); see domain/00-sources.md.
 */
import type { DocSection } from './kinds/field.ts';
import { findRelease, newestRelease } from './releases.ts';

const guide112 = (findRelease('1.12') ?? newestRelease).docs;
const section112 = (title: string): DocSection => ({ title: `OSC 1.12, ${title}`, url: guide112 });
const guide15 = (findRelease('1.5') ?? newestRelease).docs;

/** OSC 1.12 §3.3: the manifest and what creating it does. */
export const creatingKataConfig = section112('3.3 Creating the KataConfig custom resource');

/** OSC 1.12 §6.3: what `logLevel: debug` is for and how to follow the change. */
export const enablingDebugLogs = section112('6.3 Enabling debug logs for CRI-O runtime');

/** OSC 1.12 §8.1: the status fields and messages. */
export const statusMessages = section112('8.1 KataConfig status messages');

/** OSC 1.5 §2.1.2: node eligibility. Not in the 1.12 guide for AWS. */
export const nodeEligibility: DocSection = {
  title: 'OSC 1.5, 2.1.2 Checking whether cluster nodes are eligible',
  url: guide15,
};

/** OSC 1.5 §2.3.2: the KataConfig fields by the command line, with the node selector. */
export const kataConfigByCli: DocSection = {
  title: 'OSC 1.5, 2.3.2 Creating the KataConfig custom resource using the CLI',
  url: guide15,
};

/** Namespace, OperatorGroup and Subscription. */
export const installingOperator = section112('2.2 Installing the OpenShift sandboxed containers Operator');

/** Ports 15150 and 9000. */
export const enablingPorts = section112('3.1 Enabling ports');

/** peer-pods-cm and its keys. */
export const creatingPeerPodsConfigMap = section112('3.2 Creating the peer pods config map');

/** PeerPodConfig.spec.limit; PEERPODS_LIMIT_PER_NODE replaces it. */
export const modifyingVmLimit = section112('3.3.1 Modifying the number of peer pod VMs per node');

/** The image job and where its result shows. */
export const verifyingImage = section112('3.4 Verifying the pod VM image');

/** The annotation with the agent policy. */
export const customizingAgentPolicy = section112('3.5 Customizing the Kata Agent policy');

/** The annotation with another pod VM image. */
export const selectingImage = section112('3.7 Selecting a custom peer pod VM image');

/** runtimeClassName and the annotations for the instance type. */
export const configuringWorkload = section112('3.8 Configuring your workload');

/** Why the image id must be empty before KataConfig is created again. */
export const verifyingEmptyImageId = section112('4.3 Verifying empty peer pod image ID');
