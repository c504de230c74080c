/**
 * Creates the log of the job that creates or deletes the pod VM image, based on its scripts and on known output of the
 * commands that they run (skopeo, qemu-img, aws). The simulated failure is a missing permission. The handler script
 * stops at it, but the builder script continues, so the last line of the log isn't the cause. Sources:
 * openshift/sandboxed-containers-operator@0d14cc8c config/peerpods/podvm/podvm-builder.sh and lib.sh, @1a77e564
 * aws-podvm-image-handler.sh.
 */
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';

const image = 'registry.redhat.io/openshift-sandboxed-containers/osc-podvm-payload-rhel9';
const path = '/image/rootfs//image/podvm.qcow2';
const bucket = 's3://podvm-image-0.0.1';

interface CloudWords {
  /** Name of the cloud provider in the builder's output. `makes` is the message when the builder creates the image. */
  readonly name: string;
  readonly makes: string;
  /**
   * Name of the variable for the image ID in the scripts. `key` is the name of the key for the image ID in
   * peer-pods-cm.
   */
  readonly id: string;
  readonly key: string;
}

const clouds: Readonly<Record<string, CloudWords>> = {
  aws: { name: 'AWS', makes: 'Creating AWS AMI', id: 'AMI_ID', key: 'PODVM_AMI_ID' },
  azure: { name: 'Azure', makes: 'Creating Azure image', id: 'IMAGE_ID', key: 'AZURE_IMAGE_ID' },
  gcp: { name: 'GCP', makes: 'Creating GCP Image', id: 'IMAGE_ID', key: 'PODVM_IMAGE_NAME' },
};

/**
 * Returns the output at the start of the job.
 * @param provider value of CLOUD_PROVIDER
 * @param version version of the operator
 */
export function firstLines(provider: string, action: 'creation' | 'deletion', version: string): readonly string[] {
  const cloud = clouds[provider];
  if (cloud === undefined) return [];
  const begin = [
    'Checking if PODVM_IMAGE_URI is set',
    `Using pre-built podvm image from: oci::${image}:${version}::/image/podvm.qcow2`,
    `Installing ${cloud.name} deps`,
  ];
  if (provider !== 'aws') return [...begin, action === 'creation' ? cloud.makes : `Deleting ${cloud.name} image`];
  const ready = [...begin, 'aws cli is already installed', 'All binary packages installed successfully.'];
  if (action === 'deletion') return [...ready, 'Deleting AWS AMI', 'Verified static AWS credentials'];
  return [
    ...ready,
    cloud.makes,
    'Verified static AWS credentials',
    'Creating AWS AMI',
    'Checking if AMI exists',
    'No AMI found in AWS, and no record in configmap.',
    'AMI does not exist. Proceeding to create the AMI',
    'Creating AWS AMI image from prebuilt artifact',
    'Preparing infrastructure for prebuilt artifact',
    'configmap/aws-podvm-image-cm patched',
    'Using manual credentials (expecting s3 podvm-image-0.0.1 bucket to exist and vmimport service role to be set)',
    'Verified bucket podvm-image-0.0.1 is accessible',
    'Pulling the podvm image from the provided path',
    'Extracting the raw image from the given path.',
    'Getting image source signatures',
    'Copying blob sha256:5c1f2f1e0b6e4c5f8f3b0a9d7e6c5b4a39281706f5e4d3c2b1a0f9e8d7c6b5a4',
    'Copying config sha256:8d7c6b5a4938271605f4e3d2c1b0a9f8e7d6c5b4a3928170f6e5d4c3b2a19080',
    'Writing manifest to image destination',
    'Extracted container image content:',
    'Uploading the image to S3',
    `Getting format of the PodVM image: ${path}`,
    `PodVM image format for ${path}: qcow2`,
    `Qcow2 disk name: ${path}`,
    'Raw disk name: podvm.raw',
    'Successfully converted qcow2 to raw image name: podvm.raw',
  ];
}

export interface ImageJobEnd {
  /** True if the job succeeds. */
  readonly well: boolean;
  /** Image ID that the job wrote to peer-pods-cm. */
  readonly written?: string;
}

/** Returns the output at the end of the job. */
export function lastLines(
  provider: string,
  action: 'creation' | 'deletion',
  { well, written }: ImageJobEnd,
): readonly string[] {
  const cloud = clouds[provider];
  if (cloud === undefined) return [well ? 'done' : 'error: exit status 1'];
  const { id, key, name } = cloud;
  const patched = `configmap/${peerPodsConfigMapName} patched`;
  if (action === 'deletion') {
    if (well) return written === undefined ? [] : [patched];
    return [`${key} is not set in peer-pods-cm. Skipping the deletion of ${name} image`];
  }
  // If UPDATE_PEERPODS_CM isn't "yes", the job doesn't change peer-pods-cm.
  if (well)
    return [
      ...(provider === 'aws' ? imported : []),
      ...(written === undefined ? [] : [`Updating peer-pods-cm configmap with ${id}=${written}`, patched]),
    ];
  return [
    ...(provider === 'aws' ? refused : ['Failed to create the image']),
    `${id} is not set in peer-pods-cm. Skipping the update of peer-pods-cm`,
  ];
}

const imported = [
  `upload: ./podvm.raw to ${bucket}/podvm.raw`,
  'Image uploaded to S3 successfully',
  'Importing image file into snapshot',
  'Import Status: active / pending',
  'Import Status: completed / null',
  'Import completed Successfully',
  'Registering AMI with Snapshot snap-0a1b2c3d4e5f60718',
  'AMI name: podvm-image-0.0.1',
  'Getting the ami id',
];
const refused = [
  `upload failed: ./podvm.raw to ${bucket}/podvm.raw An error occurred (AccessDenied) when calling the CreateMultipartUpload operation: Access Denied`,
  'Failed to upload the image to S3',
];
