/** The sections of the OSC 1.12 guide (AWS) that treat peer pods and their workloads. */
import type { DocSection } from '../kinds/field.ts';
import { findRelease, newestRelease } from '../releases.ts';

const guide112 = (findRelease('1.12') ?? newestRelease).docs;
const section112 = (title: string): DocSection => ({ title: `OSC 1.12, ${title}`, url: guide112 });

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
