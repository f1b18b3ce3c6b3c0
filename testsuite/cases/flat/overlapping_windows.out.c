// polycc: --cache 64,128,256
// expect: contracted windowed
/* Windows that overlap: nothing writes the signal, so it doesn't matter that several subscripts mean one cell. What must be
   apart reaches from the first window's first cell to the last window's last one; a distance that is negative is none of rows. */
#include "bits.h"

#define LENGTH 8

/* polycc: `energies_apart` is `energies` for sizes as they should be, in memory that doesn't overlap */
static void energies_apart(const double *signal, int frames, int hop, const double *window, double *out)
{
    /* polycc: windowed[8 * i + j] -> windowed[j]; 8 cells instead of frames * 8 */
    double *windowed = malloc(sizeof(double[8]));
    for (int f = 0; f < frames; f++) {
        for (int i = 0; i < 8; i++)
            windowed[i] = signal[f * hop + i] * window[i];
        out[f] = 0;
        for (int i = 0; i < 8; i++)
            out[f] += windowed[i] * windowed[i];
    }
    free(windowed);
}

static void energies(const double *signal, int frames, int hop, const double *window, double *out)
{
    /* polycc: `energies_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)hop >= 0) && ((const char *)(signal + (((long)frames - 1) * (long)hop + 8)) <= (const char *)out || (const char *)(out + (long)frames) <= (const char *)signal) && ((const char *)(window + 8) <= (const char *)out || (const char *)(out + (long)frames) <= (const char *)window), 1)) {
        energies_apart(signal, frames, hop, window, out);
        return;
    }
    double *windowed = malloc(frames * LENGTH * sizeof(double));
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < LENGTH; i++)
            windowed[f * LENGTH + i] = signal[f * hop + i] * window[i];
    for (int f = 0; f < frames; f++) {
        out[f] = 0;
        for (int i = 0; i < LENGTH; i++)
            out[f] += windowed[f * LENGTH + i] * windowed[f * LENGTH + i];
    }
    free(windowed);
}

static double memory[400];

static void fill(void)
{
    for (int i = 0; i < 400; i++)
        memory[i] = 0.5 + (i * 7 + i * i % 5) % 11;
}

int main(void)
{
    double *window = memory + 300;
    // far apart; behind the last window by nothing, and by one cell too few; in front of the first
    int frames[] = {20, 1, 0};
    for (int hop = 0; hop <= 10; hop += 5)
        for (int k = 0; k < 3; k++) {
            int end = frames[k] ? 100 + (frames[k] - 1) * hop + LENGTH : 100;
            int starts[] = {310 + LENGTH, end, end - 1, 100 - frames[k], 101 - frames[k], 100};
            for (int s = 0; s < 6; s++) {
                if (starts[s] + frames[k] > 400)
                    continue;
                fill();
                energies(memory + 100, frames[k], hop, window, memory + starts[s]);
                show("memory", memory, 400, sizeof *memory);
            }
        }
    // backwards: the first window is the last one in memory
    int starts[] = {10, 119, 108, 107, 108 + 5, 112, 100};
    for (int s = 0; s < 7; s++) {
        fill();
        energies(memory + 100 + 5 * 4, 5, -5, window, memory + starts[s]);
        show("memory", memory, 400, sizeof *memory);
    }
    return 0;
}
