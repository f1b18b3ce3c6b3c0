/* What moves before a background that is learnt from frame to frame. */
#include "stages.h"

static void find_moving(const image *frame, image *background, image *mask)
{
    image *smooth = image_new(frame->w, frame->h);
    image *diff = image_new(frame->w, frame->h);
    image *raw = image_new(frame->w, frame->h);
    blur(frame, smooth);
    difference(smooth, background, diff);
    threshold(diff, raw, 0.2f);
    majority(raw, mask);
    learn(background, smooth, mask, 0.1f);
    image_free(smooth);
    image_free(diff);
    image_free(raw);
}

int main(int argc, char **argv)
{
    int frames = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    image frame = {w, h, floats((size_t)w * h, 1)}, background = {w, h, floats((size_t)w * h, 2)};
    image mask = {w, h, floats((size_t)w * h, 3)};
    for (int k = 0; k < frames; k++) {
        find_moving(&frame, &background, &mask);
        for (int i = 0; i < w * h; i++)
            frame.data[i] = 0.75f * frame.data[i] + 0.01f * k;
    }
    show("mask", mask.data, sizeof(float) * w * h);
    show("background", background.data, sizeof(float) * w * h);
    free(frame.data);
    free(background.data);
    free(mask.data);
    return 0;
}
