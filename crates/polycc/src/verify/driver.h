/* What stands in front of the drivers of functions, behind the text of the file that defines them. */
extern long polycc_sizes[], polycc_cells[];
extern unsigned long polycc_bytes[];
extern char polycc_nowhere[];
extern double polycc_number(int number);
extern void *polycc_block(int number, unsigned long bytes);
extern void polycc_fill(const char *name, void *at, unsigned long bytes, unsigned long size, int kind);
extern void polycc_watch(const char *name, void *at, unsigned long bytes, unsigned long size, int kind);
extern void polycc_look(const char *name, void *to, unsigned long size, int kind, int is_result);
extern void polycc_set_integer(void *at, unsigned long size, long value);
extern void polycc_set_pointer(void *at, void *to);
extern void polycc_end(void);

#define POLYCC_KIND(x) \
    _Generic((x), _Bool: 'b', unsigned char: 'u', unsigned short: 'u', unsigned: 'u', unsigned long: 'u', \
        unsigned long long: 'u', float: 'f', double: 'f', long double: 'f', \
        float _Complex: 'c', double _Complex: 'c', long double _Complex: 'c', default: 'i')
/* `at` are numbers like `x`, in so many bytes */
#define POLYCC_FILL(name, at, bytes, x) polycc_fill(name, (void *)(at), bytes, sizeof(x), POLYCC_KIND(x))
#define POLYCC_WATCH(name, at, bytes, x) polycc_watch(name, (void *)(at), bytes, sizeof(x), POLYCC_KIND(x))
/* what a pointer to numbers like `x` leads to now */
#define POLYCC_LOOK(name, to, x, is_result) polycc_look(name, (void *)(to), sizeof(x), POLYCC_KIND(x), is_result)
