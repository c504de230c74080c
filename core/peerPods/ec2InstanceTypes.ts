/**
 * Lists the EC2 instance types and the AWS regions. Source: botocore 1.43.107 of October 2026
 * (botocore/data/ec2/2016-11-15/service-2.json.gz, shape InstanceType; botocore/data/endpoints.json), which describes
 * the API of AWS. Types and regions that AWS added later are missing.
 */

/** Month of the list, for messages. */
export const awsListMonth = '2026-10';

/** Families with their sizes. `x` stands for `xlarge`. */
const sizesByFamily: readonly (readonly [families: string, sizes: string])[] = [
  ['a1', 'medium large x 2x 4x metal'],
  ['c1', 'medium x'],
  ['c3 c4 r3', 'large x 2x 4x 8x'],
  ['c5 c5d', 'large x 2x 4x 9x 12x 18x 24x metal'],
  ['c5a c5ad m5a m5ad r5a r5ad', 'large x 2x 4x 8x 12x 16x 24x'],
  ['c5n', 'large x 2x 4x 9x 18x metal'],
  ['c6g c6gd c7g c7gd c7gn m7g m7gd r6g r6gd r7g r7gd x2gd', 'medium large x 2x 4x 8x 12x 16x metal'],
  ['c6gn', 'medium large x 2x 4x 8x 12x 16x'],
  ['c6i c6id c6in m6i m6id m6idn m6in r6i r6id r6idn r6in', 'large x 2x 4x 8x 12x 16x 24x 32x metal'],
  ['c8gb', '12x 16x 24x 2x 4x 8x large medium metal-24xl x 48x metal-48xl'],
  ['c9g c9gd r9g r9gd', 'medium large x 2x 4x 8x 12x 16x 24x 48x metal-48xl'],
  ['cc1 cg1 gr6f hi1', '4x'],
  ['cc2 cr1 hs1', '8x'],
  ['d2 d3 i2', 'x 2x 4x 8x'],
  ['d3en', 'x 2x 4x 6x 8x 12x'],
  ['dl1 dl2q p3dn p4d p4de', '24x'],
  ['f1', '2x 4x 16x'],
  ['f2', '12x 48x 6x'],
  ['g2', '2x 8x'],
  ['g3 hpc7g', '4x 8x 16x'],
  ['g3s', 'x'],
  ['g4ad', 'x 2x 4x 8x 16x'],
  ['g4dn', 'x 2x 4x 8x 12x 16x metal'],
  ['g5 g6 g6e', 'x 2x 4x 8x 12x 16x 24x 48x'],
  ['g5g', 'x 2x 4x 8x 16x metal'],
  ['g6f', 'large x 2x 4x'],
  ['g7 g7e', '2x 4x 8x 12x 24x 48x'],
  ['gr6', '4x 8x'],
  ['h1', '2x 4x 8x 16x'],
  ['hpc6a p5e p5en p6-b200 p6-b300', '48x'],
  ['hpc6id trn1n', '32x'],
  ['hpc7a', '12x 24x 48x 96x'],
  ['hpc8a', '96x'],
  ['i3', 'large x 2x 4x 8x 16x metal'],
  ['i3en', 'large x 2x 3x 6x 12x 24x metal'],
  ['i4i', 'large x 2x 4x 8x 16x 32x metal 12x 24x'],
  ['i7ie i8ge', 'large x 2x 3x 6x 12x 18x 24x 48x metal-24xl metal-48xl'],
  ['i8g', 'large x 2x 4x 8x 12x 16x 24x metal-24xl 48x'],
  ['i4g im4gn r4', 'large x 2x 4x 8x 16x'],
  ['inf1', 'x 2x 6x 24x'],
  ['inf2', 'x 8x 24x 48x'],
  ['is4gen', 'medium large x 2x 4x 8x'],
  ['m1', 'small medium large x'],
  ['m2', 'x 2x 4x'],
  ['m3', 'medium large x 2x'],
  ['m4', 'large x 2x 4x 10x 16x'],
  ['m5 m5d m5dn m5n r5 r5b r5d r5dn r5n', 'large x 2x 4x 8x 12x 16x 24x metal'],
  ['m5zn z1d', 'large x 2x 3x 6x 12x metal'],
  ['c6a m6a r6a', 'large x 2x 4x 8x 12x 16x 24x 32x 48x metal'],
  ['m6g m6gd', 'metal medium large x 2x 4x 8x 12x 16x'],
  ['c7a m7a r7a', 'medium large x 2x 4x 8x 12x 16x 24x 32x 48x metal-48xl'],
  ['c7i i7i m7i m9gd r7i', 'large x 2x 4x 8x 12x 16x 24x 48x metal-24xl metal-48xl'],
  ['c7i-flex c8i-flex m7i-flex m8i-flex r8i-flex', 'large x 2x 4x 8x 12x 16x'],
  ['m8azn', 'medium large x 3x 6x 12x 24x metal-12xl metal-24xl'],
  ['m8gb', '12x 16x 24x 2x 4x 8x large medium x 48x metal-24xl metal-48xl'],
  ['m8gn', '12x 16x 24x 2x 48x 4x 8x large medium x metal-24xl metal-48xl'],
  ['c8ine m8ine', 'large x 2x 4x 8x 12x'],
  ['m9g', 'large x 2x 4x 8x 12x 16x 24x 48x metal-24xl metal-48xl medium'],
  ['mac-m3ultra mac-m4 mac-m4max mac-m4pro mac1 mac2 mac2-m1ultra mac2-m2 mac2-m2pro', 'metal'],
  ['p2', 'x 8x 16x'],
  ['p3', '2x 8x 16x'],
  ['p5', '48x 4x'],
  ['p6e-gb200', '36x'],
  ['r7iz', 'large x 2x 4x 8x 12x 16x 32x metal-16xl metal-32xl'],
  [
    'c8a c8g c8gd c8gn m8a m8g m8gd r8a r8g r8gd r8gn x8g',
    'medium large x 2x 4x 8x 12x 16x 24x 48x metal-24xl metal-48xl',
  ],
  ['r8gb', 'medium large x 2x 4x 8x 12x 16x 24x metal-24xl'],
  [
    'c8i c8ib c8id c8in m8i m8ib m8id m8idb m8idn m8in r8i r8ib r8id r8idb r8idn r8in',
    'large x 2x 4x 8x 12x 16x 24x 32x 48x 96x metal-48xl metal-96xl',
  ],
  ['t1', 'micro'],
  ['t2 t3 t3a t4g', 'nano micro small medium large x 2x'],
  ['trn1', '2x 32x'],
  ['trn2', '48x 3x'],
  ['u-18tb1 u-24tb1', 'metal 112x'],
  ['u-3tb1', '56x'],
  ['u-6tb1', '56x 112x metal'],
  ['u-12tb1 u-9tb1', '112x metal'],
  ['u7i-12tb u7ib-12tb u7in-16tb u7in-24tb u7in-32tb', '224x'],
  ['u7i-6tb u7i-8tb', '112x'],
  ['u7inh-32tb', '480x'],
  ['vt1', '3x 6x 24x'],
  ['x1', '16x 32x'],
  ['x1e', 'x 2x 4x 8x 16x 32x'],
  ['x2idn', '16x 24x 32x metal'],
  ['x2iedn', 'x 2x 4x 8x 16x 24x 32x metal'],
  ['x2iezn', '2x 4x 6x 8x 12x metal'],
  ['x8aedz', '12x 24x 3x 6x large metal-12xl metal-24xl x'],
  ['x8i', 'large x 2x 4x 8x 12x 16x 24x 32x 48x 64x 96x metal-48xl metal-96xl'],
];

/** Names of the AWS regions. */
export const awsRegions: readonly string[] = [
  'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2',
  'ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6',
  'ap-southeast-7 ca-central-1 ca-west-1 cn-north-1 cn-northwest-1 eu-central-1 eu-central-2',
  'eu-isoe-west-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 eusc-de-east-1',
  'il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1',
  'us-gov-west-1 us-iso-east-1 us-iso-west-1 us-isob-east-1 us-isob-west-1 us-isof-east-1',
  'us-isof-south-1 us-west-1 us-west-2',
].flatMap((line) => line.split(' '));

const sizes: ReadonlyMap<string, readonly string[]> = new Map(
  sizesByFamily.flatMap(([families, names]) => families.split(' ').map((family) => [family, namesOf(names)] as const)),
);

function namesOf(written: string): readonly string[] {
  return written.split(' ').map((name) => name.replace(/^(\d*)x$/, '$1xlarge'));
}

/** Names of the instance families, such as `m5`. */
export const ec2Families: readonly string[] = [...sizes.keys()];

/** Returns the sizes of an instance family, such as `large`. Returns none if the family isn't in the list. */
export function listEc2Sizes(family: string): readonly string[] {
  return sizes.get(family) ?? [];
}

/** Returns whether an instance type is in the list. */
export function isEc2Type(type: string): boolean {
  const dot = type.indexOf('.');
  return dot !== -1 && listEc2Sizes(type.slice(0, dot)).includes(type.slice(dot + 1));
}
