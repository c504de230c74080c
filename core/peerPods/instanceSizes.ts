/**
 * Derives the size of an instance type from its name, only for families whose names define the size unambiguously. The
 * size of other types is unknown. The cloud providers publish these values.
 */
import type { Provider } from './configKey.ts';
import { isEc2Type } from './ec2InstanceTypes.ts';

/** Size of an instance type, as cloud-api-adaptor reads it from the cloud provider. */
export interface InstanceSize {
  readonly vcpus: number;
  readonly memoryMiB: number;
  /** Number of GPUs that cloud-api-adaptor reads. Always 0 on Azure and IBM Cloud. */
  readonly gpus: number;
}

const gib = 1024;
const size = (vcpus: number, memoryGiB: number, gpus = 0): InstanceSize => ({
  vcpus,
  memoryMiB: memoryGiB * gib,
  gpus,
});

/** Memory of the T families in GiB, by size name. t2 has fewer vCPUs below `medium`. */
const burstableGiB: Readonly<Record<string, number>> = {
  nano: 0.5,
  micro: 1,
  small: 2,
  medium: 4,
  large: 8,
  xlarge: 16,
  '2xlarge': 32,
};

/**
 * Returns the number of vCPUs of an EC2 size in the families of `gibPerVcpu`: 1 for `medium`, 2 for `large`, 4 for
 * `xlarge`, and 4 times the number before `xlarge`, such as 96 for `24xlarge`. Returns undefined for other sizes, such
 * as bare metal.
 */
function usualVcpus(step: string): number | undefined {
  if (step === 'medium') return 1;
  if (step === 'large') return 2;
  const number = /^(\d*)xlarge$/.exec(step)?.[1];
  return number === undefined ? undefined : 4 * (number === '' ? 1 : Number(number));
}

/** EC2 families with a fixed number of GiB per vCPU. */
const gibPerVcpu: readonly (readonly [RegExp, number])[] = [
  [/^m(5|5a|6i|6a|7i|7a)$/, 4],
  [/^c(5|5a|6i|6a|7i|7a)$/, 2],
  [/^r(5|5a|6i|6a|7i|7a)$/, 8],
];

const awsGpu: Readonly<Record<string, InstanceSize>> = {
  'g4dn.xlarge': size(4, 16, 1),
  'g4dn.2xlarge': size(8, 32, 1),
  'g5.xlarge': size(4, 16, 1),
  'g5.2xlarge': size(8, 32, 1),
};

function aws(type: string): InstanceSize | undefined {
  if (Object.hasOwn(awsGpu, type)) return awsGpu[type];
  const [family = '', step = ''] = type.split('.');
  if (/^t(2|3|3a)$/.test(family)) {
    const memory = Object.hasOwn(burstableGiB, step) ? burstableGiB[step] : undefined;
    if (memory === undefined) return undefined;
    const vcpus = family === 't2' && memory < 4 ? 1 : Math.max(2, memory / 4);
    return size(vcpus, memory);
  }
  const ratio = gibPerVcpu.find(([pattern]) => pattern.test(family))?.[1];
  const vcpus = isEc2Type(type) ? usualVcpus(step) : undefined;
  return ratio === undefined || vcpus === undefined ? undefined : size(vcpus, vcpus * ratio);
}

const azureB: Readonly<Record<string, InstanceSize>> = {
  Standard_B2als_v2: size(2, 4),
  Standard_B2as_v2: size(2, 8),
  Standard_B4als_v2: size(4, 8),
  Standard_B4as_v2: size(4, 16),
};

function azure(type: string): InstanceSize | undefined {
  if (Object.hasOwn(azureB, type)) return azureB[type];
  // General purpose and confidential D sizes have 4 GiB per vCPU.
  const vcpus = /^Standard_DC?(2|4|8|16|32)(?:s|as|ads|es|eds)_v5$/.exec(type)?.[1];
  return vcpus === undefined ? undefined : size(Number(vcpus), Number(vcpus) * 4);
}

const gcpShared: Readonly<Record<string, InstanceSize>> = {
  'e2-micro': size(2, 1),
  'e2-small': size(2, 2),
  'e2-medium': size(2, 4),
};
const gcpGibPerVcpu: Readonly<Record<string, number>> = { standard: 4, highmem: 8, highcpu: 1 };

function gcp(type: string): InstanceSize | undefined {
  if (Object.hasOwn(gcpShared, type)) return gcpShared[type];
  const match = /^(?:e2|n2|n2d)-(standard|highmem|highcpu)-(2|4|8|16)$/.exec(type);
  const ratio = match?.[1] === undefined ? undefined : gcpGibPerVcpu[match[1]];
  return match === null || ratio === undefined ? undefined : size(Number(match[2]), Number(match[2]) * ratio);
}

function ibmcloud(type: string): InstanceSize | undefined {
  // The name contains the family and vCPUs x GiB, optionally followed by GPUs, which cloud-api-adaptor doesn't request.
  const match = /^[a-z]+\d[a-z0-9]*-(\d+)x(\d+)(?:x\d+[a-z0-9]*)?$/.exec(type);
  return match === null ? undefined : size(Number(match[1]), Number(match[2]));
}

/** Returns the size of an instance type. Returns undefined if it isn't known for certain. */
export function findInstanceSize(provider: Provider, type: string): InstanceSize | undefined {
  switch (provider) {
    case 'aws':
      return aws(type);
    case 'azure':
      return azure(type);
    case 'gcp':
      return gcp(type);
    case 'ibmcloud':
      return ibmcloud(type);
    case 'libvirt':
      return undefined;
    default:
      return provider satisfies never;
  }
}
