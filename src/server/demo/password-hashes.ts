// Password hashes of the demo's accounts, made once with the default settings: twelve of them would cost a start half a
// second. test/server/demo/password-hashes.test.ts verifies each. Where the settings ask for more, a login makes a
// new one, as of any account.
import { must, ok } from '../../kernel/result.ts';
import type { Passwords } from '../../outside/passwords/password-hash.ts';

const PARAMETERS = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Password → salt and hash, as PHC texts have them. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['walnut1001', 'z/Lv09CpTfhtoQeaOVOwPg$aMrRa9DY9bd3t4kFlvS6up1DARZpD3VvCH+0au3HlSQ'],
  ['lantern1002', 'o6RZvYrLpKBonWXXRctRYg$tRYJAu5QZeIlghz65RdhXkvpptrhcWvmjrYCvoZN1Es'],
  ['notebook1003', 'OCg4vM0Qm+d1NZJ3+wx76A$fd2T5MqBklCMQu9+IgfjZ4a5IlkylZyJs5Ih8mZUTWA'],
  ['kettle1004', '0tMFrlNVCp3GTl2n8HbcZQ$Jj1ydRwTdRPMJI5YLoLo/NiggyWxqxRmFAPXSbKU1+8'],
  ['teapot1005', 'jZuXqfD8FqxyJfSp6ObNag$J2mPQNDSGkYOxuEV2W6Ih1JXrdhfE1/natyKDbR0V9g'],
  ['beanie1006', 'tNShNtuPkR2tD4Qz6wndKQ$k4EaydvjOuA3pFE89VfILpPQWmp9YRBFyDtcOA88b9M'],
  ['basket1007', 'ALKv9FcF1inwarr9aJXKhg$BxHe5ejigP7ZmLJqI271NgZY8JrqDs4PblQd4Sua0cc'],
  ['cushion1008', 'UOQvpc6Ny2Ttrfso3QPUuA$Hqq614kklBLhWfD55/BfR0iB6drNS7JvObK1EaTmaj0'],
  ['lamp1009', 'uUcr74aofPuKrv+WNYF5cQ$bapAAcR0DddEo0yfjKP8tzd/nmU9iuO+5w+dm0CPCp0'],
  ['candle1010', 'epH+9RmROEm8HT42C7VI/g$srbq+i9yWvGrzCcEmRyqsmcZDXxB/lyPmlkNQS8YCCQ'],
  ['trowel1011', 'kpFDJ+jGMJl/rMb2mFOs+g$l7ezmHEqRipBCjxmcpWYaCNmhN2m59LfPOq+kIueIYk'],
  ['blanket1012', 'UbLb9YE3mzbPbUDGzs92LQ$+i+EMLwZd/XroiIbDpyPe8px9Rxrz8m4NrGqTxTKLnc'],
]);

/** PHC text. The password must be that of an account of the demo. */
export const hashOf = (password: string): string => {
  const hash = HASHES.get(password);
  must(hash !== undefined, 'only passwords of the demo are asked for');
  return `${PARAMETERS}${hash}`;
};

/** Knows the passwords of the demo and hashes nothing: for the time in which it is filled. */
export const demoPasswords: Passwords = {
  hash: (password) => Promise.resolve(ok(hashOf(password))),
  check: (phc, password) => Promise.resolve(ok({ matches: phc === hashOf(password), stale: false })),
};
