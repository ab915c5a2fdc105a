/**
 * A number beyond 32 bits whose lower 32 bits are `value`: a server that does not check the width accepts it as
 * `value`.
 */
export const beyond32Bits = (value: number): number => 2 ** 32 + value;
