/** Source of randomness: the system's CSPRNG in production, a seeded one in tests. */
export interface Random {
  /** base64url text of this many random bytes. */
  text(bytes: number): string;
}
