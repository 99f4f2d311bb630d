import { aRig, ACCOUNT, NUMBERS, type Rig, TOKEN, until } from './rig.js';

const AUTHORIZATION = { Authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}` };

describe('recordings', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await aRig();
  });
  afterAll(() => rig.stop());
  beforeEach(() => {
    rig.receiver.received.length = 0;
  });

  const twiml = `<Response><Say>${'x'.repeat(150)}</Say></Response>`;
  const recordedCall = (more = {}) =>
    rig.callOut(NUMBERS.cooperative, {
      url: undefined,
      twiml,
      record: true,
      recordingStatusCallback: `${rig.receiver.url}/recording`,
      ...more,
    });
  const media = (sid: string, headers = {}) =>
    fetch(`${rig.simulator.url}/2010-04-01/Accounts/${ACCOUNT}/Recordings/${sid}`, {
      headers: { ...AUTHORIZATION, ...headers },
    });

  it('one that was ordered with the call is named at its end, and reported after it', async () => {
    const call = await recordedCall({ recordingChannels: 'dual' });
    const [recording] = await rig.client.recordings.list({ callSid: call.sid });
    expect(recording).toMatchObject({
      callSid: call.sid,
      status: 'completed',
      channels: 2,
      source: 'OutboundAPI',
      duration: expect.stringMatching(/^\d\d+$/),
    });
    const url = `${rig.simulator.url}/2010-04-01/Accounts/${ACCOUNT}/Recordings/${recording?.sid}`;
    expect(
      rig.receiver.at('/status').find(({ params }) => 'SipResponseCode' in params)?.params,
    ).toMatchObject({
      RecordingSid: recording?.sid,
      RecordingUrl: url,
      RecordingDuration: recording?.duration,
    });
    expect(rig.receiver.at('/recording')).toMatchObject([{ isSigned: true }]);
    expect(rig.receiver.at('/recording')[0]?.params).toEqual({
      AccountSid: ACCOUNT,
      CallSid: call.sid,
      RecordingSid: recording?.sid,
      RecordingUrl: url,
      RecordingStatus: 'completed',
      RecordingDuration: recording?.duration,
      RecordingChannels: '2',
      RecordingStartTime: expect.stringMatching(/\+0000$/),
      RecordingSource: 'OutboundAPI',
      RecordingTrack: 'both',
    });
  });

  it('a call that nobody answers has none', async () => {
    const call = await rig.callOut(NUMBERS.busy, {
      record: true,
      recordingStatusCallback: `${rig.receiver.url}/recording`,
    });
    expect(await rig.client.calls(call.sid).recordings.list()).toEqual([]);
    expect(rig.receiver.at('/recording')).toEqual([]);
  });

  it('one can be started in the middle of a call, and only then', async () => {
    const sid = await rig.call(NUMBERS.cooperative, {
      url: undefined,
      twiml: '<Response><Say loop="0">Hold on, please.</Say></Response>',
    });
    await until(() => rig.view(sid).status === 'in-progress');
    const started = await rig.client.calls(sid).recordings.create({
      recordingStatusCallback: `${rig.receiver.url}/recording`,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    });
    expect(started).toMatchObject({ callSid: sid, status: 'in-progress', source: 'StartCallRecordingAPI' });
    expect((await media(started.sid)).status).toBe(404);
    rig.simulator.hangUp(sid);
    await rig.simulator.idle();
    expect(rig.receiver.fields('/recording', 'RecordingSid')).toEqual([started.sid]);
    expect((await rig.client.calls(sid).recordings.list()).map((recording) => recording.sid)).toEqual([
      started.sid,
    ]);
    await expect(rig.client.calls(sid).recordings.create()).rejects.toMatchObject({ code: 21220 });
  });

  describe('as files', () => {
    let sid: string;
    let seconds: number;
    beforeAll(async () => {
      const call = await recordedCall();
      const [recording] = await rig.client.recordings.list({ callSid: call.sid });
      sid = recording?.sid ?? '';
      seconds = Number(recording?.duration);
    });

    it.each(['', '.wav'])('"%s" is a WAV of the recording\'s length', async (extension) => {
      const response = await media(sid + extension);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('audio/x-wav');
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
      expect(bytes).toHaveLength(58 + seconds * 8000);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
    });

    it('".mp3" is an MP3', async () => {
      const response = await media(`${sid}.mp3`);
      expect(response.headers.get('content-type')).toBe('audio/mpeg');
      expect(Buffer.from(await response.arrayBuffer()).readUInt16BE(0)).toBe(0xfff3);
    });

    it('a range gives exactly these bytes', async () => {
      const whole = Buffer.from(await (await media(sid)).arrayBuffer());
      for (const [range, start, end] of [
        ['bytes=0-3', 0, 4],
        ['bytes=40-70000', 40, 70_001],
        ['bytes=-100', whole.length - 100, whole.length],
      ] as const) {
        const response = await media(sid, { Range: range });
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${whole.length}`);
        expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end))).toBe(true);
      }
    });

    it('HEAD tells the length without the bytes', async () => {
      const url = `${rig.simulator.url}/2010-04-01/Accounts/${ACCOUNT}/Recordings/${sid}`;
      const response = await fetch(url, { method: 'HEAD', headers: AUTHORIZATION });
      expect(response.headers.get('content-length')).toBe(String(58 + seconds * 8000));
      expect((await response.arrayBuffer()).byteLength).toBe(0);
    });

    it('a range beyond the end is refused', async () => {
      const response = await media(sid, { Range: 'bytes=99999999-' });
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
    });

    it("nobody gets them without the account's credentials", async () => {
      expect((await media(sid, { Authorization: 'Basic bm8=' })).status).toBe(401);
    });
  });
});
